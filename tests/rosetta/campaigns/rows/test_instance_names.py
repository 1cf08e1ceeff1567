"""Every instance of a campaign has a name of its own, and it is as short as can be."""

from __future__ import annotations

from itertools import permutations

import pytest

from rosetta.campaigns.rows.instance_names import InstanceWords, instance_names
from rosetta.foundation.path_tails import name_files, name_folders


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["x.lp"], ["x"]),
        (["/tmp/set/x.lp", "/tmp/set/y.lp"], ["x", "y"]),
        (["a/x.lp", "b/x.lp", "b/y.json"], ["a/x", "b/x", "y"]),
        (["1/a/x.lp", "2/a/x.lp", "2/b/x.lp"], ["1/a/x", "2/a/x", "2/b/x"]),
        (["a/x.lp", "a/x.mps"], ["x.lp", "x.mps"]),
        (["a/x.lp", "a/x.mps", "b/x.lp"], ["a/x.lp", "x.mps", "b/x.lp"]),
        (["x.lp.gz", "y.opb.xz"], ["x", "y"]),
        (["x.lp.gz", "x.lp"], ["x.lp.gz", "x.lp"]),
        (["n0.5-m10.lp", "n0.5-m20.lp"], ["n0.5-m10", "n0.5-m20"]),
        (["./x.lp", "../x.lp", "x.lp"], ["./x.lp", "../x.lp", "x.lp"]),
        ([".hidden", "a/b/"], [".hidden", "b"]),
        ([r"a\x.lp", r"b\x.lp"], ["a/x", "b/x"]),
    ],
)
def test_files_are_named_by_as_much_of_their_path_as_is_needed(paths, names):
    assert list(name_files(paths).values()) == names
    for order in permutations(paths):
        assert name_files(order) == dict(zip(paths, names, strict=True))


def test_all_paths_of_a_small_world_have_different_names():
    folders = ["", "a/", "b/", "a/b/", "/a/", "./"]
    paths = [f"{folder}{file}" for folder in folders for file in ("x", "x.lp", "x.lp.gz", "x.mps", "y.lp", "a")]
    names = name_files(paths)
    assert len(set(names.values())) == len(paths)
    for path, name in names.items():
        assert name == path or path.startswith(name, len(path) - len(name)) or f"/{name}." in f"/{path}"


def test_folders_are_told_apart():
    assert name_folders(["/p/a", "/q/a", "/q/b"]) == {"/p/a": "p/a", "/q/a": "q/a", "/q/b": "b"}


def words(number, puzzle="model", what="x.lp", options="", seed=None):
    return InstanceWords(f"{number:032x}", puzzle, what, options, seed)


@pytest.mark.parametrize(
    ("instances", "names"),
    [
        ([words(1, what="a/x.lp"), words(2, what="a/y.lp")], ["x", "y"]),
        ([words(1), words(2)], None),
        ([words(1, "tents", "8", seed=0), words(2, "tents", "8", seed=1)], ["tents 8 --seed 0", "tents 8 --seed 1"]),
        ([words(1, "akari", "8", "--bare 20", 0)], ["akari 8 --bare 20 --seed 0"]),
        ([words(1, "tents", "tents/ring"), words(2, "akari", "akari/ring")], ["tents/ring", "akari/ring"]),
        ([words(1, "tents", "8x8:a,b")], ["tents 8x8:a,b"]),
        ([words(1, "akari", "https://puzz.link/p?akari/7/7/g")], ["akari https://puzz.link/p?akari/7/7/g"]),
        ([words(1, "lightsout", "g.gml", "--lit random", 3)], ["g --lit random --seed 3"]),
        ([words(1, what=None), words(2, what="model")], None),
    ],
)
def test_names_of_instances(instances, names):
    found = list(instance_names(instances).values())
    assert len(set(found)) == len(instances)
    if names is not None:
        assert found == names
