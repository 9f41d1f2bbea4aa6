"""`orders`: whether it matters which effect came first."""
