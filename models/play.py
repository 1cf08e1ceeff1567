"""`python -m models.play`: the door to `rosetta.commands.play`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("play", "python -m models.play")
