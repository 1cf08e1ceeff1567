"""New interpreters of this project: not forks, so with none of the libraries, threads and locks of this process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping

CODE = """import json, sys
from importlib import import_module
settings = json.loads(sys.argv[1])
sys.path[:] = settings["path"]
import rosetta.names
rosetta.names.claim_names()
module, _, function = settings["main"].partition(":")
getattr(import_module(module), function)(settings)"""


def interpreter_command(main: str, settings: Mapping[str, object]) -> list[str]:
    """The command line of an interpreter with the path of this one, which calls that function ("module:function") with
    the settings, made of what JSON has."""
    path = [os.path.abspath(folder) for folder in sys.path]
    return [sys.executable, "-c", CODE, json.dumps({**settings, "path": path, "main": main})]
