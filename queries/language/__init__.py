"""The query language: from the text of a scenario to its statements, with every fault at its place."""
