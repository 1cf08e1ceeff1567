"""Which libraries the processes of a verb load: those that it needs, since loading takes longer than a small board."""

import re
import subprocess
import sys

import pytest

LIBRARIES = (
    "networkx",
    "numba",
    "ortools",
    "pandas",
    "pysat",
    "scipy.linalg.blas",
    "scipy.sparse",
    "importlib.metadata",
)


def loaded(*words):
    """Those of the LIBRARIES that the command and its children import."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "rosetta", *words], capture_output=True, text=True, timeout=100
    )
    assert run.returncode in (0, 3), run.stderr[-500:]  # 3: propagation alone does not decide
    modules = set(re.findall(r"^import time:.*\|\s+(\S+)$", run.stderr, re.M))
    return {name for name in LIBRARIES if any(f"{module}.".startswith(f"{name}.") for module in modules)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["--help"], set()),
        (["tents", "6"], {"pysat"}),
        (["lightsout", "5x6"], set()),  # the elimination, of a kernel of dimension 0
        (["tents", "6", "--backend", "cpsat"], {"ortools"}),
        (["tents", "6", "--backend", "propagate"], {"numba"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_solve_loads_the_library_of_its_backend_alone(words, needed):
    found = loaded("solve", *words)
    assert found - {"importlib.metadata"} == needed
    assert "numba" in needed or "importlib.metadata" not in found  # numba looks for its own extensions with it
