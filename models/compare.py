"""`python -m models.compare`: the door to `rosetta.commands.compare`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("compare", "python -m models.compare")
