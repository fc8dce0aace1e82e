"""Compiled thermography: many positions at once, in scaled integers."""
