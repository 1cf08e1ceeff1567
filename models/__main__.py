"""`python -m models VERB`: the door to `rosetta.commands`."""

from rosetta.commands.verbs import main

if __name__ == "__main__":
    main("python -m models")
