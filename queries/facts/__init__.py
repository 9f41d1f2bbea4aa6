"""What the statements of a scenario mean: facts, filter rules and events for the engine."""
