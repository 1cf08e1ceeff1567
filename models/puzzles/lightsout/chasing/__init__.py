"""Light chasing: how a teacher solves a rectangular board. `chase` does it, `lesson` has the words and drawings."""
