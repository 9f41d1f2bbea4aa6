"""Runs scenarios and answers their questions, with reasons, as text and as JSON."""
