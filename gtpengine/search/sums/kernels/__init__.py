"""Compiled parts of the sum search."""
