"""`python -m models.puzzles.tiling.counting` compiles the kernels of this room."""

from models.puzzles.tiling.counting.merging import prepare

if __name__ == "__main__":
    prepare()
