"""`python -m models.schema`: the door to `rosetta.commands.schema`."""

from rosetta.commands.main import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("schema", "python -m models.schema")
