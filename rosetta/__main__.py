"""`python -m rosetta VERB`."""

from rosetta.commands.verbs import main

if __name__ == "__main__":
    main("python -m rosetta")
