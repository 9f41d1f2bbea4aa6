"""A reference of a game's ontology for readers: what it holds as values, as a picture and as pages."""
