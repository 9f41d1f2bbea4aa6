"""Orders of application and timelines as values, texts and pictures."""
