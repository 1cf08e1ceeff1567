"""`python -m models.fuzz`: the door to `rosetta.commands.fuzz`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("fuzz", "python -m models.fuzz")
