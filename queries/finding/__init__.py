"""`find`: what holds in the knowledge base, by joins over what never changes."""
