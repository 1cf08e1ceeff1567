"""`python -m models VERB`: the door to `rosetta.commands`."""

from rosetta.commands.verbs import main  # PYTHON_ARGCOMPLETE_OK

if __name__ == "__main__":
    main("python -m models")
