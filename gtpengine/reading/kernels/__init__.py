"""Compiled parts of reading."""
