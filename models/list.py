"""`python -m models.list`: the door to `rosetta.commands.list`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("list", "python -m models.list")
