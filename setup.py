"""Which packages a wheel holds: `rosetta`, and inside it those that stand beside it in the checkout.

Everything else stands in pyproject.toml, which cannot say "all packages of this folder, under another name".
"""

import shutil
from pathlib import Path

from setuptools import find_packages, setup

INSIDE = ("algebra", "models", "backends", "instances", "report")

shutil.rmtree(Path(__file__).parent / "build" / "lib", ignore_errors=True)  # else a wheel also holds what is gone
setup(
    packages=[
        *find_packages(include=["rosetta", "rosetta.*"]),
        *(f"rosetta.{name}" for name in find_packages(include=[p for name in INSIDE for p in (name, f"{name}.*")])),
    ],
    package_dir={f"rosetta.{name}": name for name in INSIDE},
    package_data={"rosetta.instances": ["**/*.tsv", "**/*.txt"], "": ["*.css", "*.html", "*.js", "*.tsv"]},
)
