"""Compiled code: the playout policy, move priors, fields and the fit of their weights."""
