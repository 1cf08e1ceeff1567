"""`python -m models.verify`: the door to `rosetta.commands.verify`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("verify", "python -m models.verify")
