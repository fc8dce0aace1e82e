"""Compiled parts of the search that a network leads."""
