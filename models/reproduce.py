"""`python -m models.reproduce`: the door to `rosetta.commands.reproduce`."""

from rosetta.commands.main import main

if __name__ == "__main__":
    main("reproduce", "python -m models.reproduce")
