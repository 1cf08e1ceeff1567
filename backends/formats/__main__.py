"""Compile the loops of all readers: `python -m backends.formats` (`make` runs it)."""

from __future__ import annotations

from backends.formats.contract import file_format
from backends.formats.text import scanning

SAMPLES = {
    "xnf": "p cnf 2 2\n1 -2 0\nx1 2 0\n",
    "wcnf": "h 1 -2 0\n3 1 0\n",
    "opb": "min: +1 x1 ;\n-2 ~x2 +1 x1 >= 1 ;\n",
    "lp": "min a\nst\n r: 2 b + a >= 1\nbounds\n b <= 2\ngen b\nbin a\nend\n",
    "mps": "ROWS\n N c\n G r\n G s\nCOLUMNS\n x c 1 r 1\n x s 1\n y r 1\nRHS\n r 1\nBOUNDS\n BV B x\n BV B y\nENDATA\n",
}


def compile_loops() -> None:
    """Read a small file of each format as long ones are read."""
    before, scanning.COMPILED_FROM = scanning.COMPILED_FROM, 0
    try:
        for name, text in SAMPLES.items():
            read = file_format(name).read
            assert read is not None
            read(text.encode())
    finally:
        scanning.COMPILED_FROM = before


if __name__ == "__main__":
    compile_loops()
