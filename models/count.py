"""`python -m models.count`: the door to `rosetta.commands.count`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("count", "python -m models.count")
