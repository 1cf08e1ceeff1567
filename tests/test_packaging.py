"""What goes with the code: the licence, how to cite it, what a wheel says and holds, and what pins its libraries."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from datetime import date
from email.parser import Parser

import pytest
from packaging.requirements import Requirement

from rosetta.version import __version__
from tests.support.places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PIN = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)")


def name_of(requirement: str) -> str:
    """The normal form of the name of a distribution (`MarkupSafe` and `markupsafe` are one)."""
    return re.sub(r"[-_.]+", "-", PIN.match(requirement)[1]).lower()


def project_files() -> set[str]:
    """What is under version control, or would be; of an unpacked source archive, what that says it holds."""
    if not (ROOT / ".git").exists():
        listed = (ROOT / "rosetta_puzzles.egg-info" / "SOURCES.txt").read_text("utf-8").splitlines()
        return {name for name in listed if ".egg-info/" not in name}
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout.decode().split("\0")
    return set(filter(None, listed))


def test_the_licence_is_said_alike_everywhere():
    """LICENSE, the metadata (an SPDX expression), the citation, and our own boards in the catalogue."""
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert text.startswith("MIT License\n\nCopyright (c) 2026 The Rosetta authors\n")
    assert 'THE SOFTWARE IS PROVIDED "AS IS"' in text
    assert (PROJECT["license"], PROJECT["license-files"]) == ("MIT", ["LICENSE"])
    assert PROJECT["authors"] == [{"name": "The Rosetta authors"}]
    for path in (ROOT / "instances").glob("*/catalogue.tsv"):
        with path.open(encoding="utf-8", newline="") as file:
            licences = {
                (row["origin"].startswith("Simon Tatham"), row["licence"])
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            }
        assert licences <= {(False, "MIT"), (True, "output of a program under the MIT licence")}, path


def test_the_citation_is_of_this_version():
    """The keys that the format (1.2.0) requires, and no more claims than are true: no DOI, no address."""
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    top = dict(re.findall(r"(?m)^([a-z-]+): *(.*)$", text))
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= top.keys()
    assert (top["cff-version"], top["version"], top["license"]) == ("1.2.0", __version__, "MIT")
    assert '\n  - name: "The Rosetta authors"\n' in text
    assert not {"doi", "url", "repository", "repository-code", "identifiers"} & top.keys()


def test_the_changelog_tells_of_this_version():
    """What is not released comes first, then this version, with the date of the citation; older ones follow."""
    headings = re.findall(r"(?m)^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    cited = re.search(r"(?m)^date-released: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"))[1]
    assert headings[:2] == ["Unreleased", f"{__version__} - {cited}"]
    assert date.fromisoformat(cited).isoformat() == cited
    versions = [tuple(map(int, heading.split(" - ")[0].split("."))) for heading in headings[1:]]
    assert versions == sorted(set(versions), reverse=True)


def test_constraints_pin_what_the_project_does_not():
    """`pip install -c constraints.txt .` leaves nothing open: all that is required is pinned here or there, once."""
    wanted = [
        *PROJECT["dependencies"],
        *(line for lines in PROJECT["optional-dependencies"].values() for line in lines),
    ]
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all(PIN.fullmatch(line.partition(" ;")[0]) for line in [*wanted, *lines])
    pins = {name_of(line): PIN.match(line)[2] for line in lines}
    assert len(pins) == len(lines)
    both = {name_of(line): PIN.match(line)[2] for line in wanted if name_of(line) in pins}
    assert both == {name: pins[name] for name in both}


def test_the_way_without_make_is_told():
    """With the constraints, and by the command that a wheel brings."""
    assert "pip install -c constraints.txt -e ." in (ROOT / "docs" / "install.md").read_text("utf-8")
    assert "MIT" in (ROOT / "README.md").read_text("utf-8")
    assert PROJECT["scripts"] == {"rosetta": "rosetta.commands.verbs:main"}


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_what_the_archive_and_the_wheel_say_and_hold(tmp_path):
    """Built as `make dist` builds them, from a copy of what is under version control or would be: the source archive
    holds all of that and no more, and the wheel is built from the archive."""
    copy = tmp_path / "copy"
    files = {name for name in project_files() if (ROOT / name).exists()}
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / name).read_bytes())
    loop = copy / "rosetta" / "foundation" / "__pycache__" / "kernels" / "a.nbc"  # of this machine: nobody else's
    loop.parent.mkdir(parents=True)
    loop.touch()
    archive = tmp_path / f"rosetta_puzzles-{__version__}"
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=copy, capture_output=True, check=True)
    with tarfile.open(f"{archive}.tar.gz") as packed:
        packed.extractall(tmp_path, filter="data")
    unpacked = {str(path.relative_to(archive)) for path in archive.rglob("*") if path.is_file()}
    added = {name for name in unpacked if name in ("PKG-INFO", "setup.cfg") or ".egg-info/" in name}
    assert unpacked - added == files
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(archive)]
    built = subprocess.run(build, capture_output=True, text=True)
    if "No matching distribution found for setuptools" in built.stderr:
        pytest.skip("a wheel is built with setuptools, which pip cannot fetch here")
    assert built.returncode == 0, built.stderr
    (path,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        held = {name: wheel.read(name) for name in wheel.namelist()}
    about = f"rosetta_puzzles-{__version__}.dist-info"
    metadata = Parser().parsestr(held[f"{about}/METADATA"].decode())
    assert (metadata["Name"], metadata["Version"]) == ("rosetta-puzzles", __version__)
    assert (metadata["License-Expression"], metadata["License-File"]) == ("MIT", "LICENSE")
    assert (metadata["Summary"], metadata["Requires-Python"]) == (PROJECT["description"], PROJECT["requires-python"])
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata.get_payload().strip() == (ROOT / "README.md").read_text("utf-8").strip()
    assert set(map(Requirement, PROJECT["dependencies"])) <= set(map(Requirement, metadata.get_all("Requires-Dist")))
    assert held[f"{about}/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert b"rosetta = rosetta.commands.verbs:main" in held[f"{about}/entry_points.txt"]
    assert {name.split("/")[0] for name in held} == {"rosetta", about}
    wanted = [name for name in files if re.match(r"(algebra|models|backends|instances|report|rosetta)/", name)]
    inside = {name if name.startswith("rosetta/") else f"rosetta/{name}" for name in wanted}
    assert {name for name in held if name.startswith("rosetta/")} == {*inside, "rosetta/__init__.pyi"}
