"""The board: points, colours, rules, positions, records and the kernels that play fast."""
