"""`python -m models.solve`: the door to `rosetta.commands.solve`."""

from rosetta.commands.main import main

if __name__ == "__main__":
    main("solve", "python -m models.solve")
