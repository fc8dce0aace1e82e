"""Local tables: what is known of every position of a region, for lookups during a search."""
