"""The query language, its answers and the command line."""
