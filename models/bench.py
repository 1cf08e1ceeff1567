"""`python -m models.bench`: the door to `rosetta.commands.bench`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("bench", "python -m models.bench")
