"""`python -m models.doctor`: the door to `rosetta.commands.doctor`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("doctor", "python -m models.doctor")
