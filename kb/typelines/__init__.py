"""Type lines: read, printed, and which of them are legal."""
