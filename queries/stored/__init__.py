"""What stands in the store, for a reader: reports of imports and results of SPARQL."""
