"""Compiled parts of the network: its input planes and its convolutions."""
