"""What the knowledge is as RDF, and RDF of other people: reading it, writing it, comparing it."""
