"""Compiled loops over bitboards, local graphs and walls."""
