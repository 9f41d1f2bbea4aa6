"""Reads a game's ontology from its Turtle files."""
