"""Linear algebra over GF(2): systems of equations modulo 2 solved, counted, listed and minimised; polynomials.

    sparse_matrix       the equations
    peeling             light rows and columns eliminated first, sparsely
    chase               the rest: each equation with one unknown determines it; if there is none, one is guessed
    dense_elimination   elimination of packed rows, for what the guesses must satisfy; dense systems go there directly
    affine              the three together: one solution and the kernel, or rows that add up to 0 = 1 (a certificate)
    listing             the solutions in Gray code order, and how many differ on some variables
    minimum             the cheapest solution
    warm_up             every compiled loop called once
    maps, polynomials   linear maps for many vectors at once; polynomials as Python integers

On a board of lights the chase is light chasing with a row of unknowns, but it is found on any graph.
"""
