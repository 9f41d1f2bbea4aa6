"""Rulekeep."""
