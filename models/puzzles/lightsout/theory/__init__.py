"""The mathematics of Lights Out boards: solving by polynomials, nullity, fewest presses, the worst start, k colours."""
