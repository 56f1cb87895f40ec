"""REST: one resource class for each address, over the shared questions."""
