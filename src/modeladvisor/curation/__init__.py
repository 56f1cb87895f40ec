"""Tools for those who edit the catalog."""
