"""`python -m models.formulas`: the door to `rosetta.commands.formulas`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("formulas", "python -m models.formulas")
