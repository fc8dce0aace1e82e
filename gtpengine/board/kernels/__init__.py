"""Kernels of the board: compiled by numba, never imported on the way to a GTP answer."""
