"""The verbs: what is done when somebody asks, from a command line, from Python, or from a campaign.

A file per verb: the request (`rosetta.requests`), what is done (`count(asked, request, caller)`), and the result, which
writes its document and its text. `asked` is the instance (`rosetta.studies.asking.asked_instance`), `caller` is who is
told meanwhile. The command line adds flags and exit codes, the Python API docstrings and pictures: neither holds
a step of the work, so the same request gives the same document whoever asks.

The heavy imports are inside the functions: the command line reads the requests for its help.
"""
