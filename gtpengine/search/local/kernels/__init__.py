"""Kernels that make local tables, and that follow them along a line of play."""
