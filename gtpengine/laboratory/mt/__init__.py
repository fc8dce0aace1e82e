"""M-T search (Kao, 2000): mean and temperature of a binary game tree, visiting as little as it can.

Every position is a number or has exactly one option for each player. Temperatures start at 0, and
no position may be *cold*: whoever moves first never loses by it (`ColdPosition` otherwise).
"""
