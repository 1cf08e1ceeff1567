"""`python -m models.compare`: the door to `rosetta.commands.compare`."""

from rosetta.commands.main import main

if __name__ == "__main__":
    main("compare", "python -m models.compare")
