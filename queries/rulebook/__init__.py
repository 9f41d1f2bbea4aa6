"""Rules, terms and type lines as text and data for a reader."""
