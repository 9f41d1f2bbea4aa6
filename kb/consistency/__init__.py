"""Statements against each other: conflict sets and repairs, in the open world."""
