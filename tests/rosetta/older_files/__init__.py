"""Files and packages made with earlier states of Rosetta: read with today's code, or refused with what to do."""
