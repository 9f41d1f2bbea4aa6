"""The rule language: syntax, parser, checks, stratification and compilation to clingo."""
