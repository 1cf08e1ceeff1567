"""Solvers' files in every verb: what is said of them is held against small interpreters of the formats."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from itertools import product

import pytest

from rosetta.commands.main import run_verb
from tests.support.in_a_fork import rosetta
from tests.support.knapsack_file import BEST, KNAPSACK

CNF = "c a path\np cnf 4 3\n1 2 0\n-1 3 0\n-3 -4 0\n"
XNF = "p cnf 3 2\nx1 2 3 0\n-1 -2 0\n"
WCNF = "h 1 2 3 0\n4 -1 0\n3 -2 0\n5 -3 0\n2 1 2 0\n"
OLD_WCNF = "p wcnf 3 5 99\n99 1 2 3 0\n4 -1 0\n3 -2 0\n5 -3 0\n2 1 2 0\n"
OPB = """* #variable= 4 #constraint= 2
max: +3 x1 +2 x2 +4 x3 -1 x4 ;
+2 x1 +3 x2 +4 x3 +1 ~x4 <= 6 ;
+1 x1 +1 x2 >= 1 ;
"""


def clauses_of(text):
    """Rows of a DIMACS or WCNF file: (weight or None, kind, literals)."""
    for line in text.splitlines():
        words = line.replace("x", "x ", 1).split() if line.startswith("x") else line.split()
        if words and words[0] not in ("c", "p"):
            yield words


def satisfying(text, variables):
    """The assignments, as tuples, that a CNF or XNF file allows."""
    for values in product((0, 1), repeat=variables):
        holds = [None, *values]
        rows = [(words[0] == "x", [int(w) for w in words if w != "x"][:-1]) for words in clauses_of(text)]
        number = [sum(holds[abs(x)] == (x > 0) for x in row) for _, row in rows]
        if all(n % 2 if odd else n for n, (odd, _) in zip(number, rows, strict=True)):
            yield values


def least_cost(text, variables, top):
    """Of a WCNF file, the least weight of violated clauses."""
    costs = []
    for values in product((0, 1), repeat=variables):
        broken = 0
        for weight, *literals in clauses_of(text):
            if not any(values[abs(int(x)) - 1] == (int(x) > 0) for x in literals[:-1]):
                broken += 10**6 if weight in ("h", top) else int(weight)
        costs.append(broken)
    return min(costs)


def write(folder, name, text):
    path = folder / name
    opener = {"gz": gzip.open, "xz": lzma.open, "bz2": bz2.open}.get(name.rpartition(".")[2], open)
    with opener(path, "wt") as file:
        file.write(text)
    return str(path)


def document(verb, *words):
    done = rosetta(verb, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "text", "variables"), [("a.cnf", CNF, 4), ("a.xnf", XNF, 3)])
def test_solutions_are_counted_and_listed(tmp_path, name, text, variables):
    expected = sorted(satisfying(text, variables))
    path = write(tmp_path, name, text)
    assert document("count", path)["count"] == str(len(expected))
    solved = document("solve", path, "--all")
    names = [f"x{i + 1}" for i in range(variables)]
    assert sorted(tuple(each["values"][name] for name in names) for each in solved["answers"]) == expected
    assert solved["id"].startswith(f"{name} sha256:")
    projected = document("count", path, "--project", "x1,x2")["count"]
    assert projected == str(len({values[:2] for values in expected}))


@pytest.mark.sample(1)
def test_a_file_may_ask_for_a_projected_count(tmp_path):
    """As `--project` does; that a single answer is the same is told."""
    path = write(tmp_path, "show.cnf", CNF.replace("\n1 2 0", "\nc p show 1 2 0\n1 2 0"))
    counted = rosetta("count", path, "--json")
    assert json.loads(counted.stdout)["count"] == str(len({values[:2] for values in satisfying(CNF, 4)}))
    assert "`c p show`: solutions that agree on 2 variables of 4 are counted and listed as one" in counted.stderr
    assert "a single solution is the same with or without it" in rosetta("solve", path).stderr


@pytest.mark.parametrize(("name", "text", "top"), [("a.wcnf", WCNF, "h"), ("old.wcnf", OLD_WCNF, "99")])
def test_the_least_weight_is_found(tmp_path, name, text, top):
    solved = document("solve", write(tmp_path, name, text))
    assert (solved["status"], solved["objective"]) == ("optimal", least_cost(text, 3, top))
    assert set(solved["answer"]["values"]) == {"x1", "x2", "x3"}


def test_an_objective_is_told_in_the_sense_of_the_file(tmp_path):
    """Maximised where the file maximises, in every verb that tells it; all engines agree on it."""
    best = max(
        3 * a + 2 * b + 4 * c - d
        for a, b, c, d in product((0, 1), repeat=4)
        if 2 * a + 3 * b + 4 * c + (1 - d) <= 6 and a + b >= 1
    )
    path = write(tmp_path, "knapsack.opb", OPB)
    assert document("solve", path)["objective"] == best
    (instance,) = document("compare", path, "--backends", "cpsat,cnf,highs,oracle")["instances"]
    assert instance["verdict"] == "agree"
    assert {run["objective"] for run in instance["runs"]} == {best}
    assert f"the maximum {best}" in rosetta("compare", path, "--backends", "cpsat,cnf").stdout
    solved = document("solve", write(tmp_path, "fruit.lp", KNAPSACK))
    assert (solved["objective"], set(solved["answer"]["values"])) == (BEST, {"apples", "pears"})


def test_a_contradiction_is_cross_checked(tmp_path):
    """By engines of two kinds; `explain` shows rows that contradict each other."""
    path = write(tmp_path, "none.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    (instance,) = document("compare", path, "--backends", "cpsat,cnf,highs")["instances"]
    assert [(run["status"], run["verdict"]) for run in instance["runs"]] == [("unsatisfiable", "correct")] * 3
    assert document("count", path)["count"] == "0"
    explained = rosetta("explain", path)
    assert (explained.returncode, "x1 or x2" in explained.stdout) == (0, True), explained.stdout


@pytest.mark.parametrize("name", ["a.cnf.gz", "a.cnf.xz", "a.cnf.bz2", "without-ending"])
def test_compressed_files_and_files_without_an_ending(tmp_path, name):
    """Are told by their beginning."""
    assert document("count", write(tmp_path, name, CNF))["count"] == "5"


def test_standard_input_and_the_word_model(tmp_path):
    for words in (("-",), ("model", "-")):
        done = rosetta("count", *words, "--json", input=OPB)
        assert json.loads(done.stdout)["puzzle"] == "model"
    assert document("count", "model", write(tmp_path, "a.dat", CNF))["count"] == "5"


def test_several_files_are_several_instances(tmp_path):
    for name, text in (("a.cnf", CNF), ("b.opb", OPB), ("c.wcnf", WCNF)):
        write(tmp_path, name, text)
    done = rosetta("count", str(tmp_path), "--jsonl")
    assert next(json.loads(line)["count"] for line in done.stdout.splitlines()) == "5"
    assert len(done.stdout.splitlines()) == 3


def test_formulas_and_convert_take_them(tmp_path):
    """In the words of the file; its objective as well."""
    path = write(tmp_path, "fruit.lp", KNAPSACK)
    assert "x1 apples, 0..5   x2 pears, 0..4" in rosetta("formulas", path).stdout
    mps = rosetta("convert", path, "--to", "mps").stdout
    again = document("solve", write(tmp_path, "fruit.mps", mps))
    assert set(again["answer"]["values"]) == {"apples", "pears"}


def test_an_answer_is_verified(tmp_path):
    path = write(tmp_path, "a.cnf", CNF)
    right, wrong = (
        {"values": dict(zip(("x1", "x2", "x3", "x4"), v, strict=True))} for v in ((0, 1, 0, 0), (1, 0, 0, 1))
    )
    assert rosetta("verify", path, json.dumps(right)).returncode == 0
    broken = rosetta("verify", path, json.dumps(wrong))
    assert (broken.returncode, "-1" in broken.stdout or "x1" in broken.stdout) == (1, True), broken.stdout
    costly = write(tmp_path, "c.wcnf", WCNF)
    assert rosetta("verify", costly, json.dumps({"values": {"x1": 0, "x2": 0, "x3": 1}})).returncode == 0


CONTRADICTION = """Minimize
 obj: x
Subject To
 low: x + y >= 5
 cap_x: x - z <= 1
 cap_y: y + z <= 2
Bounds
 x <= 9
 y <= 9
Generals
 x y
Binaries
 z
End
"""


def test_the_names_of_rows_are_the_words_of_the_answer(tmp_path):
    """In broken rows, in conflicts, and as rules that can be chosen."""
    path = write(tmp_path, "never.lp", CONTRADICTION)
    broken = rosetta("verify", path, '{"values": {"x": 3, "y": 2, "z": 1}}').stdout
    assert "rule 'cap_x': expected at most 1, found 2" in broken
    assert "rule 'cap_y': expected at most 2, found 3" in broken
    assert "rule 'low'" not in broken
    explained = rosetta("explain", path).stdout
    assert all(words in explained for words in ("x + y >= 5 (low)", "x - z <= 1 (cap_x)", "y + z <= 2 (cap_y)"))
    assert "2. cap_x" in rosetta("formulas", path, "--rule", "cap_x").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("count", "FILE", "--project", "x9"), "no variable is called 'x9'; there are x1, x2, x3, x4"),
        (("solve", "model", "8"), "models are read from files"),
        (("solve", "no.cnf"), "no such file: no.cnf"),
        (("generate", "model", "8"), "models are read from files"),
        (("solve", "hal.lp"), "rosetta: no such file: hal.lp; did you mean 'hall.lp'?\n"),
        (("solve", "hal"), "'hal' is not an ID or URL, a file, or a name in the catalogue; did you mean 'hall.lp'?"),
        (("compare", "hal", "FILE"), "rosetta: 'hal' is neither a puzzle nor a file; did you mean 'hall.lp'?\n"),
        (("compare", "tent", "FILE"), "unknown puzzle 'tent'; did you mean 'tents'?"),
    ],
)
def test_what_is_refused_is_told(tmp_path, monkeypatch, capsys, words, message):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "hall.lp", KNAPSACK)
    path = write(tmp_path, "a.cnf", CNF)
    assert run_verb(words[0], [path if word == "FILE" else word for word in words[1:]]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.sample(0.125)
def test_a_campaign_runs_on_them(tmp_path):
    """Each file is an instance; `bench show` knows its answer."""
    files = [write(tmp_path, "a.cnf", CNF), write(tmp_path, "b.opb", OPB)]
    store = str(tmp_path / "c.db")
    done = rosetta("bench", "run", *files, "--backends", "cnf,oracle", "--store", store)
    assert done.returncode == 0, done.stderr
    rows = rosetta("bench", "export", "--store", store, "--jsonl", "-")
    results = [json.loads(line) for line in rows.stdout.splitlines()]
    assert {(row["puzzle"], row["result"]) for row in results} == {("model", "solved")}
    assert len(results) == 4
    assert "x1 = " in rosetta("bench", "show", results[0]["cell"], "--store", store).stdout


def test_rows_of_a_large_file_have_their_names(tmp_path, capsys):
    """More than 200 rows are one rule; what is said of a row calls it by its name."""
    rows = [f" cap_{number}: x + y + z{number} <= {1 if number == 250 else 3}" for number in range(300)]
    rows += [" both: x + y + z250 >= 3"]
    names = " ".join(f"z{number}" for number in range(300))
    file = tmp_path / "many.lp"
    file.write_text("min x\nst\n" + "\n".join(rows) + f"\nbin x y {names}\nend\n")
    assert run_verb("explain", [str(file)]) == 0
    told = capsys.readouterr().out
    assert "Row cap_250" in told
    assert "Row both" in told
    assert run_verb("formulas", [str(file), "--rule", "cap_250"]) == 0
    assert "row 250: x1 + x2 + x3 <= 1" in capsys.readouterr().out


def test_an_objective_is_shown_in_the_sense_of_the_file(tmp_path, capsys):
    """Maximised where the file maximises, with the numbers of the file, not those that solvers get."""
    file = tmp_path / "knapsack.lp"
    file.write_text(
        "max profit: 2 a + 3.5 b - c\nst\n weight: 3 a + 2 b + 4 c <= 6\nbounds\n c <= 3\nbin a b\ngen c\nend\n"
    )
    assert run_verb("formulas", [str(file), "--rule", "objective"]) == 0
    told = capsys.readouterr().out
    assert "maximise 2 x1 + 3.5 x2 - x3" in told
    assert "CP-SAT       minimise -4 x1 - 7 x2 + 2 x3" in told
