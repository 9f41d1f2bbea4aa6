"""Collections of rulings: read, checked against the rules and against each other, compared."""
