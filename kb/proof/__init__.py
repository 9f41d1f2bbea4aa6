"""Proofs: why an atom holds or does not, as trees that cite the rules."""
