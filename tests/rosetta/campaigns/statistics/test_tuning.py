"""Defaults held against other choices: a change needs a gain that is there on boards it was not picked on."""

from __future__ import annotations

import numpy as np
import pytest

from report.campaign.tuning_table import tuning_lines, tuning_text
from rosetta.campaigns.results.frames import frame_from_rows
from rosetta.campaigns.statistics.tuning import size_class, tuning_choices
from tests.rosetta.campaigns.statistics.made_up import made_up_row


def encoding_rows(factors: dict[str, float], *, sides=(10,), instances: int = 30, seed: int = 0, **fixed) -> list[dict]:
    """Rows of one backend with several encodings, `auto` among them; noise as of a busy machine."""
    rng = np.random.default_rng(seed)
    rows = []
    for side in sides:
        for i in range(instances):
            difficulty = np.exp(rng.normal(0, 1))
            for encoding, factor in factors.items():
                seconds = 0.2 * difficulty * factor * np.exp(rng.normal(0, 0.3))
                row = made_up_row("akari", f"{rng.integers(1 << 60):x}-{side}-{i}", f"cnf {encoding}", 0, seconds, 10.0)
                row["instance"] = f"{(i * 7919) % 10007:05}-{side}"
                rows.append(
                    {**row, "backend": "cnf", "encoding": encoding, "formulation": "default", "size": side**2, **fixed}
                )
    return rows  # fmt: skip


def test_a_better_encoding_is_found_and_named():
    """Of several, on the boards that it was not picked on."""
    rows = encoding_rows(
        {"auto": 1.0, "at-most-one=ladder": 0.5, "at-most-one=pairwise": 1.0, "cardinality=binary": 2.0}
    )
    lines = {line.form: line for line in tuning_choices(frame_from_rows(rows))}
    assert set(lines) == {"at-most-one", "cardinality"}
    ladder = lines["at-most-one"]
    assert (ladder.verdict, ladder.pick, ladder.tried, ladder.instances) == ("change", "at-most-one=ladder", 2, 15)
    assert ladder.gain.low < 2 < ladder.gain.high
    assert (lines["cardinality"].verdict, lines["cardinality"].instances) == ("keep", 30)


@pytest.mark.sample(0.125)
def test_among_equals_no_winner_is_found():
    """Twenty campaigns with nine encodings that are alike: the default stays in nearly all."""
    names = ["auto", *(f"at-most-one=e{k}" for k in range(8))]
    changed = 0
    for seed in range(20):
        (line,) = tuning_choices(frame_from_rows(encoding_rows(dict.fromkeys(names, 1.0), instances=24, seed=seed)))
        changed += line.verdict == "change"
    assert changed <= 3


def test_sizes_are_judged_apart():
    """A profile that is faster on small boards and slower on large ones is two lines."""
    rows = [
        {**row, "profile": profile}
        for side, factors in ((10, {"default": 1.0, "tuned": 0.4}), (40, {"default": 1.0, "tuned": 2.5}))
        for row in encoding_rows({"auto": 1.0}, sides=(side,), instances=20)
        for profile in factors
        for row in [{**row, "total_s": row["total_s"] * factors[profile] * (1 + len(row["cell"]) % 3 / 100)}]
    ]
    small, large = tuning_choices(frame_from_rows(rows))
    assert (small.choice, small.largest, small.verdict) == ("profile", 100, "change")
    assert (large.smallest, large.verdict) == (1600, "keep")
    assert [size_class(n) for n in (1, 4, 63, 64, 255, 256)] == [0, 1, 2, 3, 3, 4]


def test_a_wrong_choice_is_never_recommended():
    """However fast it is."""
    rows = encoding_rows({"auto": 1.0, "at-most-one=fast": 0.1, "at-most-one=sound": 0.9})
    wrong = next(row for row in rows if row["encoding"] == "at-most-one=fast")
    wrong["result"] = "wrong"
    (line,) = tuning_choices(frame_from_rows(rows))
    assert line.pick == "at-most-one=sound"


def test_what_differs_in_more_than_the_choice_is_not_compared():
    """An encoding under another formulation says nothing of this one."""
    rows = encoding_rows({"auto": 1.0}) + encoding_rows({"at-most-one=ladder": 0.5}, formulation="other")
    assert tuning_choices(frame_from_rows(rows)) == []
    assert "No default can be judged" in tuning_text([], False, 80)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_table_fits_and_the_lines_are_read_back(width):
    """Changes first; a line with tabs has a value for each name."""
    rows = encoding_rows({"auto": 1.0, "at-most-one=ladder": 0.5, "cardinality=binary": 2.0}, sides=(5, 10))
    lines = tuning_choices(frame_from_rows(rows))
    text = tuning_text(lines, False, width)
    assert max(map(len, text.splitlines())) <= width
    assert text.startswith("2 defaults to change, 2 to keep")
    heading, *fields = [line.split("\t") for line in tuning_lines(lines)]
    assert [len(line) for line in fields] == [len(heading)] * 4
    assert dict(zip(heading, fields[0], strict=True))["verdict"] == "change"
