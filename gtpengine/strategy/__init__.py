"""Many local games at once: outlooks in, a move with its reasons out. Knows values, no Go."""
