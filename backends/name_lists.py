"""Names in one text, with commas between them: `cpsat,external:mps=./solver`.

A program may be named by a path, which may hold commas; those are written `\\,`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def read_names(text: str) -> list[str]:
    """The names, each once, without blanks around them."""
    parts = re.split(r"(?<!\\),", text)
    return list(dict.fromkeys(part.replace("\\,", ",").strip() for part in parts))


def write_names(names: Iterable[str]) -> str:
    """The text of which `read_names` makes these names."""
    return ",".join(name.replace(",", "\\,") for name in names)
