"""`python -m models.completion`: the door to `rosetta.commands.completion`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("completion", "python -m models.completion")
