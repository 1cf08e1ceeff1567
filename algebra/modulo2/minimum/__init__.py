"""The cheapest solution of equations modulo 2, exactly, and the weights of cosets.

minimum_choice   picks one of the next two by the size of their tables, and says why
transform        a Walsh-Hadamard transform over each block of the kernel (`blocks`)
border_dp        dynamic programming from border to border, whatever the size of the kernel. First comes a plan: the
                 order in which variables and equations are closed, and the affine space of each border. So the
                 width is known before a table is made
coset, split     the weights of all words of a coset; its lightest word by meeting in the middle
"""
