"""`python -m models.solve`: the door to `rosetta.commands.solve`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("solve", "python -m models.solve")
