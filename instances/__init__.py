"""Problem instances: what a user may name, exchange formats, the catalogue.

resolve            WHAT on a command line -> an instance and its origin: a size, a name, an ID, a file, an entry
naming             PUZZLE WHAT .. -> the texts of the instances that these words stand for, each with its puzzle
puzzle_flags       the options of a puzzle as words
reading            files and standard input as text, bounded in length
board_sets         the boards of a published data set
formats/           the exchange formats; `contract` says what a format is and finds them
grids, bounds,     shared by the formats: rows of cells and clues; sizes, checked before memory is reserved; XML
xml_stream
networks           a graph of networkx, for puzzles played on graphs
catalogue          named instances with known numbers of solutions; their tables are in a folder per puzzle
"""
