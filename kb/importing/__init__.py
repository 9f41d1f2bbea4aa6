"""Brings other people's card data and rules texts into the store, one module a shape of source."""
