"""The model of a position: settled points, regions, and what each region is worth."""
