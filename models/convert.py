"""`python -m models.convert`: the door to `rosetta.commands.convert`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("convert", "python -m models.convert")
