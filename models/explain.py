"""`python -m models.explain`: the door to `rosetta.commands.explain`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("explain", "python -m models.explain")
