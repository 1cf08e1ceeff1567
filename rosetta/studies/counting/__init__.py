"""How many answers there are, and how many up to symmetry: counted, and counted again by other code."""
