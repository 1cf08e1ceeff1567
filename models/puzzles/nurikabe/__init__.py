"""Nurikabe: islands of given sizes in a connected sea.

    . . . . .    # # # # #    * every white cell belongs to an island, a connected part with exactly one clue
    . . 4 . 1    # . 4 # 1    * a number is the size of its island; that of an island with a ? is unknown
    . . . . .    # # . . #    * islands touch with their corners at most
    ? . . . .    ? # # # #    * the sea (#) is connected by the sides of its cells
    . . . 2 .    # # . 2 #    * the sea fills no block of 2x2 cells

instance    the board, and the words of its cells
reach       which cells an island can have
rules       the model
verify      the rules again, in ordinary code
generate    boards from their solution; boards without a second answer
record      PUZZLE

References: Nikoli, Puzzle Communication Nikoli 33, 1991. Whether a board has an answer is an NP-complete question
(M. Holzer, A. Klein and M. Kutrib, 2004).
"""
