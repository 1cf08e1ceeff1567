"""Linear algebra over the integers modulo k, for any k: prime, a power of a prime, or composite."""
