"""Results into JSON-ready dicts: the one place where wire names are decided."""
