"""`python -m models.generate`: the door to `rosetta.commands.generate`."""

from rosetta.commands.main import main

if __name__ == "__main__":
    main("generate", "python -m models.generate")
