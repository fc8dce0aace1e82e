"""A Go engine that thinks in local games: each has a mean and a temperature, the move follows."""

import os

__version__ = "0.2.0.dev0"

# Products of small matrices are slower with threads, which also take the cores from the search.
# To be read when numpy loads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
