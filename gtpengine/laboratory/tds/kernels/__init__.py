"""Compiled parts of the searches of the TDS paper."""
