"""Which packages a wheel holds: `rosetta`, and inside it those that stand beside it in the checkout.

Everything else stands in pyproject.toml, which cannot say "all packages of this folder, under another name".
"""

import shutil
import sys
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
INSIDE = ("algebra", "models", "backends", "instances", "report")


class BuildWithStub(build_py):  # type: ignore[misc]  # setuptools has no types here
    """Puts the types of the public API beside the code, for type checkers, which find none of the packages inside."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            sys.path.insert(0, str(ROOT))
            from docs.typing_stub import stub_text

            (Path(self.build_lib) / "rosetta" / "__init__.pyi").write_text(stub_text(), "utf-8")


shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)  # else a wheel also holds what is gone
setup(
    packages=[
        *find_packages(include=["rosetta", "rosetta.*"]),
        *(f"rosetta.{name}" for name in find_packages(include=[p for name in INSIDE for p in (name, f"{name}.*")])),
    ],
    package_dir={f"rosetta.{name}": name for name in INSIDE},
    include_package_data=False,  # what the source archive holds is not asked: tests and pages are no part of a wheel
    package_data={
        "rosetta": ["py.typed"],
        "rosetta.instances": ["**/*.tsv", "**/*.txt"],
        "": ["*.css", "*.html", "*.js", "*.tsv", "jsconfig.json"],
    },
    cmdclass={"build_py": BuildWithStub},
)
