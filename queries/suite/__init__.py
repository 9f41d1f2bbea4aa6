"""The conformance suite for engines of other makers."""
