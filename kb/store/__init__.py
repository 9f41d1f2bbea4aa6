"""Where imported cards and the ontology are kept as RDF, to be asked by SPARQL."""
