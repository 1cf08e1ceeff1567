"""Campaign files: what each key means, and one clear message for each thing that is wrong."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from instances.size_ranges import expand_sizes
from models.neutral import Form
from rosetta.campaigns.planning import campaign_file
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup, campaign_toml
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.encoding_choices import check_encodings, expand_encodings
from tests.support.places import ROOT

BOARDS = '[[instances]]\npuzzle = "tents"\nsizes = 8\n'
EVERYTHING = """
seeds = [3, 7]
repeats = 2
shuffle = true
symmetries = true
unique = true
prove = true
[limits]
seconds = 2.5
memory = 500
[[instances]]
family = "small"
puzzle = "Lightup"
sizes = [8, "10x20", "20..60/20"]
what = ["report-pattern", "https://puzz.link/p?akari/4/4/g6.dgck", "boards/*.txt", "/tmp/x.txt"]
seeds = [7, 8]
options = { bare = [20, 30] }
[[instances]]
puzzle = "lightsout"
what = "petersen"
count = 2
[[configurations]]
backends = ["cpsat", "polynomial"]
families = ["small", "lightsout"]
threads = [1, 4]
[[configurations]]
backends = "all"
formulations = "all"
encodings = ["auto", "all", "cardinality=totalizer,at-most-one=product"]
profile = "tuned"
settings = { noise = 0.3, clauses = 3 }
"""


def read(tmp_path, text):
    path = tmp_path / "c.toml"
    path.write_text(text)
    return read_campaign(path)


def test_every_key(tmp_path):
    campaign = read(tmp_path, EVERYTHING)
    small, petersen = campaign.instances
    assert small == InstanceGroup(
        ("8", "10x20", "20", "40", "60", "report-pattern", "https://puzz.link/p?akari/4/4/g6.dgck",
         str(tmp_path / "boards" / "*.txt"), "/tmp/x.txt"),
        "akari", "small", (7, 8), {"bare": ("20", "30")},
    )  # fmt: skip
    assert petersen == InstanceGroup(("petersen",), "lightsout", "", (0, 1))
    assert campaign.configurations == (
        ConfigurationGroup(("cpsat", "polynomial"), threads=(1, 4), families=("small", "lightsout")),
        ConfigurationGroup(
            None, ("all",), ("auto", "all", "at-most-one=product,cardinality=totalizer"), "tuned",
            settings={"noise": "0.3", "clauses": "3"},
        ),
    )  # fmt: skip
    assert (campaign.seeds, campaign.repeats, campaign.shuffled) == ((3, 7), 2, True)
    assert (campaign.symmetries, campaign.unique, campaign.prove) == (tuple(range(8)), True, True)
    assert (campaign.limits.seconds, campaign.limits.memory) == (2.5, 500)


def test_what_is_left_out_is_usual(tmp_path):
    assert read(tmp_path, BOARDS) == Campaign((InstanceGroup(("8",), "tents"),))


def test_a_written_campaign_reads_the_same(tmp_path):
    """Whatever it has, also quotation marks and letters beyond ASCII."""
    campaign = read(tmp_path, EVERYTHING.replace('"small"', "'ä \"b\" \\\\'"))
    assert read(tmp_path, campaign_toml(campaign)) == campaign


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = [", "expected TOML: "),
        ("", "expected at least one [[instances]], found none"),
        ("[limit]\nseconds = 1\n" + BOARDS, "unknown key 'limit'; did you mean 'limits'? known: instances, "),
        ("[limits]\nsecnds = 1\n" + BOARDS, "[limits]: unknown key 'secnds'; did you mean 'seconds'? known: seconds,"),
        ("[limits]\nseconds = 'ten'\n" + BOARDS, "[limits]: seconds: expected a number of seconds above 0, found 'ten"),
        ("[limits]\nmemory = true\n" + BOARDS, "[limits]: memory: expected a whole number from 1 to 2147483647, found"),
        ("prove = 1\n" + BOARDS, "prove: expected true or false, found 1"),
        ("seeds = 0\n" + BOARDS, "seeds: expected a whole number from 1 to 1000000, found 0"),
        (f"seeds = {'9' * 5000}\n" + BOARDS, "expected numbers that can be meant, found a whole "),
        ("[limits]\nseconds = inf\n" + BOARDS, "[limits]: seconds: expected a number of seconds above 0, found inf"),
        ("seeds = [-1]\n" + BOARDS, "seeds: expected a whole number from 0 to 2147483647, found -1"),
        ("symmetries = [8]\n" + BOARDS, "symmetries: expected a whole number from 0 to 7, found 8"),
        ("shuffle = 1\n" + BOARDS, "shuffle: expected true or false, found 1"),
        ("instances = 3", "instances: expected tables, each headed by its name in double brackets, found 3"),
        ("[[instances]]\npuzzle = 'tens'\nsizes = 8", "[[instances]] 1: puzzle: unknown puzzle 'tens'; did you mean '"),
        ("[[instances]]\npuzzle = 'tents'", "[[instances]] 1: expected sizes, or what: sizes, names, IDs or files; fo"),
        ("[[instances]]\nsizes = '9..8/1'", "[[instances]] 1: sizes: expected a range from small to large such as 8.."),
        ("[[instances]]\nsizes = 'big'", "[[instances]] 1: sizes: expected a size such as 8, '10x20' or '8..30/4', fo"),
        (BOARDS + "what = '-'", "[[instances]] 1: what: expected no standard input, found '-'"),
        (BOARDS + "count = 2\nseeds = 3", "[[instances]] 1: expected count or seeds, found both"),
        (BOARDS + "options = {bare = 3}", "[[instances]] 1: options: unknown option of tents 'bare'; known: tree_rule"),
        (BOARDS + "options = {tree_rule = 'no'}", "[[instances]] 1: options: tree_rule: expected one of matching, "),
        ("[[instances]]\npuzzle='akari'\nsizes=8\noptions={bare=300}", "[[instances]] 1: options: bare: expected a wh"),
        ("[[instances]]\nsizes = 8\noptions = {bare = 3}", "[[instances]] 1: options: expected a puzzle beside them"),
        (BOARDS + "[solvers]\n[[configurations]]", "expected [solvers] or [[configurations]], found both"),
        (BOARDS + "[solvers]\nbackends = 'cpsta'", "[solvers]: backends: unknown backend 'cpsta'; did you mean 'cpsat"),
        (BOARDS + "[solvers]\nbackends = 'polynomial'", "[solvers]: backends: unknown backend 'polynomial'"),
        (BOARDS + "[solvers]\nbackends = []", "[solvers]: backends: expected a text or a list of texts, found []"),
        (BOARDS + "[solvers]\nformulations = 'defualt'", "[solvers]: formulations: unknown formulation 'defualt' of t"),
        (BOARDS + "[solvers]\nencodings = 'cardinality=tot'", "[solvers]: encodings: cardinality=tot: unknown encodin"),
        (BOARDS + "[solvers]\nencodings = 'cardinalty=all'", "[solvers]: encodings: cardinalty=all: expected FORM="),
        (BOARDS + "[solvers]\nprofile = 'fast'", "[solvers]: profile: expected default, tuned or all, found 'fast'"),
        (BOARDS + "[solvers]\nsettings = {noies = 1}", "[solvers]: settings: unknown setting 'noies'"),
        (BOARDS + "[solvers]\nsettings = {noise = 7}", "[solvers]: settings: noise of walksat: expected a "),
        (BOARDS + "[solvers]\nthreads = 0", "[solvers]: threads: expected a whole number from 1 to 1024, found 0"),
        (BOARDS + "[solvers]\nfamilies = 'tent'", "[solvers]: families: unknown family 'tent'; did you mean 'tents'?"),
        (BOARDS + "[[configurations]]\n[[configurations]]\nthreads = 'a'", "[[configurations]] 2: threads: expected a"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(tmp_path, text, message):
    """With the file, the place, what was expected and found."""
    with pytest.raises(InputError) as refusal:
        read(tmp_path, text)
    assert str(refusal.value).startswith(f"{tmp_path / 'c.toml'}: {message}")
    assert "\n" not in str(refusal.value)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match=re.escape("none.toml: cannot be read: No such file")):
        read_campaign(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(InputError, match="expected UTF-8, found the byte 0xff"):
        read_campaign(tmp_path / "bytes.toml")


def test_the_files_that_are_shown_can_be_read(tmp_path):
    """In the docstring and on the page: all keys that there are, each in its place."""
    shown = textwrap.dedent(re.split(r"\n\n(?=\S)", campaign_file.__doc__.partition("\n\n")[2])[0])
    page = (ROOT / "docs" / "verbs" / "campaigns.md").read_text("utf-8")
    for text in (shown, re.search(r"```toml\n(.*?)```", page, re.S)[1]):
        assert read(tmp_path, text).seeds == (0, 1, 2)
        assert all(
            re.search(rf"^{key} = ", text, re.M) for key in (*campaign_file.INSTANCES, "seconds", "unique", "prove")
        )


def test_files_are_looked_for_beside_the_campaign_file(tmp_path, monkeypatch):
    """Not in the folder where the program was started, also if there is one of that name."""
    (tmp_path / "here.txt").touch()
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "sub"
    folder.mkdir()
    campaign = read(folder, '[[instances]]\npuzzle = "tents"\nwhat = "here.txt"')
    assert [Path(what) for what in campaign.instances[0].whats] == [folder / "here.txt"]


@pytest.mark.parametrize(
    ("what", "sizes"),
    [("8..30/4", "8 12 16 20 24 28"), ("8..8/1", "8"), ("10..50", "10 20 30 40 50"), ("8x9", "8x9"), ("ring", "ring")],
)
def test_ranges(what, sizes):
    assert expand_sizes(what) == sizes.split()


def test_encodings_of_a_form():
    """`all` stands for those of each form that the model has, one at a time."""
    present = frozenset({Form.CARDINALITY})
    every = list(expand_encodings("all", present))
    assert "cardinality=totalizer" in every
    assert len(every) > 3
    assert every == list(expand_encodings("cardinality=all", present))
    assert list(expand_encodings("parity=all", present)) == ["auto"]
    assert list(expand_encodings("all", frozenset())) == ["auto"]
    both = list(expand_encodings(check_encodings("cardinality=all,at-most-one=pairwise"), present))
    assert both == [f"at-most-one=pairwise,{choice}" for choice in every]
