"""What `bench run` is made of: the campaign that a line asks for, what it would run, running it, and its summary."""
