"""The same instance for every entrant, and a verdict over all of them: nobody is believed alone."""
