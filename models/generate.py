"""`python -m models.generate`: the door to `rosetta.commands.generate`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("generate", "python -m models.generate")
