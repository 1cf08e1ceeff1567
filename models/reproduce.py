"""`python -m models.reproduce`: the door to `rosetta.commands.reproduce`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("reproduce", "python -m models.reproduce")
