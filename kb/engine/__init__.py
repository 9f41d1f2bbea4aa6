"""Runs a scenario: situations one after another, every order and choice that the rules leave open."""
