"""OWL reasoners on what the knowledge is as RDF: consistency, empty classes, classification, closed facts."""
