"""Checks other people's data: the shapes of the ontology, and what shapes cannot say of texts and names."""
