"""Linear algebra over the integers modulo 2, for `backends.gf2`: parity rows as equations, solved, counted, minimised.

equations   the parity rows of a model, each with where it comes from
peeling     light rows and columns eliminated first, sparsely; what is left is smaller
chase       the rest: each equation with one unknown determines it; where none has, one is guessed
dense       elimination of packed rows, for what the guesses must satisfy
affine      the three put together: one solution, the kernel, or a certificate that there is none
minimum     the cheapest solution, by a transform over the kernel
narrow      the same by dynamic programming, where the equations hang together like a tree or a strip
cheapest    whichever of the two is quicker
"""
