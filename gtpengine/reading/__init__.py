"""Reading: life, death and safety proved by search, with the points that each proof rests on."""
