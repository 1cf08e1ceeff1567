"""The edges that hold form one path between the two vertices of each pair, and nothing else."""
