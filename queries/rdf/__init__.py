"""Knowledge, answers and other people's files as RDF: exports, reasoners and validation."""
