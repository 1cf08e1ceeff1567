"""Second readers: programs that read a user's file themselves, asked what its optimum is.

Every backend gets the model that our reader made of a file, or a file of which the answer is looked at by that model's
names. A misreading would be all of theirs. Here a program gets the file byte for byte, and only what it says of the
whole is taken: no solution, satisfiable, the optimum.

programs    how each is called, and what its output says
asking      one program on one file, within a limit

Who compares it with what the backends say is `rosetta.studies.comparing.rereading`.
"""
