"""The cheapest solution of equations modulo 2, exactly, and the weights of cosets: which way suits which system."""
