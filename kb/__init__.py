"""Loads the ontology, compiles its rules, runs them, proves and checks; knows no game."""
