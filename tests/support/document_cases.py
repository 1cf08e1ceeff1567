"""The cases of tests/golden/documents: what is typed, and how the same is asked of Python.

Of the backends only those that every installation has, and nearly all boards have one solution: what is printed then
depends on no machine. `{folder}` is a folder of the test's own, which holds FILES and the stores of version 0.1.0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RING = "3x3:aaaaa,2,0,2,2,0,2"
NONE = "3x3:aaaaa,2,0,2,2,1,2"  # no solution
TWO = "4x4:cbaea,1,1,0,2,0,2,0,2"  # one solution, and two by the reading `adjacent`
AKARI = "4x4:Bb0Bc2a4b3b"
TENTS = '{"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]}'
FILES = {
    "knap.lp": (
        "Maximize\n profit: 3 apples + 2 pears\nSubject To\n weight: 2 apples + pears <= 7\nBounds\n apples <= 5\n"
        " pears <= 4\nGenerals\n apples pears\nEnd\n"
    ),
    "cover.opb": "* #variable= 3 #constraint= 2\nmin: 2 x1 3 x2 2 x3;\n1 x1 1 x2 >= 1;\n1 x2 1 x3 >= 1;\n",
    "odd.cnf": "p cnf 3 4\n1 2 0\n-1 -2 0\n2 3 0\n-2 -3 0\n",
    "cannot.opb": "* #variable= 2 #constraint= 1\n1 x1 1 x2 >= 3;\n",  # a row that alone cannot hold
    "path.edgelist": "a b\nb c\nc d\n",
    "boards.txt": f"{RING}\n{TWO}\n",
    "bad.txt": f"{RING}\n3x3:aaaa\n{TWO}\n",
    "minisat.txt": "SAT\n1 -2 3 0\n",
}


def pigeons(count: int) -> str:
    """So many pigeons, and one hole less: long to refute by resolution."""
    at = [[pigeon * (count - 1) + hole + 1 for hole in range(count - 1)] for pigeon in range(count)]
    clauses = [" ".join(map(str, row)) for row in at]
    clauses += [
        f"-{at[one][hole]} -{at[two][hole]}" for hole in range(count - 1) for two in range(count) for one in range(two)
    ]
    return f"p cnf {count * (count - 1)} {len(clauses)}\n" + "".join(f"{clause} 0\n" for clause in clauses)


FILES["pigeons.cnf"] = pigeons(12)
Ask = Callable[[Any, Path], Any]


@dataclass(frozen=True, slots=True)
class DocumentCase:
    """A line of the command line whose documents are kept.

    line: what is typed after `rosetta`; {folder} in it is the folder
    ask: given the module `rosetta` and the folder, the record whose `to_json` is the same document without `command`
    first: what is typed before, for a file that the line reads
    is_stored: the times come from a store, so that they are always the same"""

    line: str
    ask: Ask | None = None
    first: str = ""
    is_stored: bool = False


def case(line: str, ask: Ask | None = None, **more: Any) -> DocumentCase:
    return DocumentCase(line, ask, **more)


SOLVE = {
    "solve": case(f"solve tents {RING} --json", lambda rs, _: rs.solve(rs.load("tents", RING))),
    "solve_unique": case(
        f"solve tents {RING} --unique --json", lambda rs, _: rs.solve(rs.load("tents", RING), unique=True)
    ),
    "solve_all": case(
        f"solve tents {TWO} --tree-rule adjacent --all --json",
        lambda rs, _: rs.solve(rs.load("tents", TWO, tree_rule="adjacent"), answers="all"),
    ),
    "solve_limit": case(
        f"solve tents {TWO} --limit 1 --backend cnf --json",
        lambda rs, _: rs.solve(rs.load("tents", TWO), "cnf", answers=1),
    ),
    "solve_generated": case("solve akari 6 --seed 2 --json", lambda rs, _: rs.solve(rs.load("akari", 6, seed=2))),
    "solve_encoding": case(
        f"solve tents {RING} --backend cnf:glucose42 --encoding cardinality=totalizer --profile default --json",
        lambda rs, _: rs.solve(
            rs.load("tents", RING), "cnf:glucose42", encodings={"cardinality": "totalizer"}, profile="default"
        ),
    ),
    "solve_prove": case(
        f"solve tents {NONE} --prove --json", lambda rs, _: rs.solve(rs.load("tents", NONE), prove=True)
    ),
    "solve_prove_unique": case(
        f"solve tents {RING} --unique --prove --json",
        lambda rs, _: rs.solve(rs.load("tents", RING), unique=True, prove=True),
    ),
    "solve_unsatisfiable": case(f"solve tents {NONE} --json", lambda rs, _: rs.solve(rs.load("tents", NONE))),
    "solve_not_asked": case(
        "solve {folder}/cannot.opb --backend cnf --json",
        lambda rs, folder: rs.solve(rs.load("model", folder / "cannot.opb"), "cnf"),
    ),
    "solve_time_limit": case(
        "solve {folder}/pigeons.cnf --backend cnf:minisat22 --time-limit 1 --json",
        lambda rs, folder: rs.solve(rs.load("model", folder / "pigeons.cnf"), "cnf:minisat22", time_limit=1.0),
    ),
    "solve_unknown": case(
        f"solve tents {NONE} --backend walksat --flips 50 --noise 0.2 --json",
        lambda rs, _: rs.solve(rs.load("tents", NONE), "walksat", settings={"flips": 50, "noise": 0.2}),
    ),
    "solve_walksat": case(
        f"solve akari {AKARI} --backend walksat --flips 10000 --noise 0.1 --heuristic jw --json",
        lambda rs, _: rs.solve(
            rs.load("akari", AKARI), "walksat", settings={"flips": 10000, "noise": 0.1, "heuristic": "jw"}
        ),
    ),
    "solve_lightsout": case("solve lightsout 3 --json", lambda rs, _: rs.solve(rs.load("lightsout", 3))),
    "solve_lightsout_any": case(
        "solve lightsout petersen --any --json", lambda rs, _: rs.solve(rs.load("lightsout", "petersen", any=True))
    ),
    "solve_graph_file": case(
        "solve lightsout {folder}/path.edgelist --lit a,d --colours 3 --json",
        lambda rs, folder: rs.solve(rs.load("lightsout", folder / "path.edgelist", lit="a,d", colours=3)),
    ),
    "solve_tiling": case("solve tiling 3x4x5 --json"),
    "solve_lp": case(
        "solve {folder}/knap.lp --backend cbc --json",
        lambda rs, folder: rs.solve(rs.load("model", folder / "knap.lp"), "cbc"),
    ),
    "solve_opb": case(
        "solve {folder}/cover.opb --unique --json",
        lambda rs, folder: rs.solve(rs.load("model", folder / "cover.opb"), unique=True),
    ),
    "solve_opb_prove": case(
        "solve model {folder}/cover.opb --prove --json",
        lambda rs, folder: rs.solve(rs.load("model", folder / "cover.opb"), prove=True),
    ),
    "solve_cnf_all": case(
        "solve {folder}/odd.cnf --all --json",
        lambda rs, folder: rs.solve(rs.load("model", folder / "odd.cnf"), answers="all"),
    ),
    "solve_several": case(f"solve tents {RING} {TWO} --json"),
    "solve_several_puzzles": case("solve tents/ring akari/source-4x4-mended --json"),
    "solve_several_missing": case("solve tents {folder}/bad.txt --json"),
    "solve_lines": case("solve tents {folder}/bad.txt --jsonl"),
}

COUNT = {
    "count": case(f"count tents {RING} --json", lambda rs, _: rs.count(rs.load("tents", RING))),
    "count_none": case(f"count tents {NONE} --json", lambda rs, _: rs.count(rs.load("tents", NONE))),
    "count_distinct": case(
        "count tiling 3x20 --distinct --json", lambda rs, _: rs.count(rs.load("tiling", "3x20"), distinct=True)
    ),
    "count_prove": case(
        f"count tents {TWO} --tree-rule adjacent --backend cnf --prove --json",
        lambda rs, _: rs.count(rs.load("tents", TWO, tree_rule="adjacent"), "cnf", prove=True),
    ),
    "count_theory": case("count lightsout 40 --json"),
    "count_lightsout": case(
        "count lightsout 4 --distinct --json", lambda rs, _: rs.count(rs.load("lightsout", 4), distinct=True)
    ),
    "count_time_limit": case(
        "count {folder}/pigeons.cnf --backend cnf:minisat22 --time-limit 1 --json",
        lambda rs, folder: rs.count(rs.load("model", folder / "pigeons.cnf"), "cnf:minisat22", time_limit=1.0),
    ),
    "count_project": case("count {folder}/odd.cnf --project x1,x2 --json"),
    "count_several": case("count tents {folder}/bad.txt --json"),
    "count_lines": case("count tents {folder}/boards.txt --jsonl"),
}

COMPARE = {
    "compare": case(
        f"compare tents {RING} --backends cpsat,cnf,cbc --json",
        lambda rs, _: rs.compare(rs.load("tents", RING), ["cpsat", "cnf", "cbc"]),
    ),
    "compare_unique": case(
        f"compare tents {RING} --backends cpsat,cnf,highs --unique --json",
        lambda rs, _: rs.compare(rs.load("tents", RING), ["cpsat", "cnf", "highs"], unique=True),
    ),
    "compare_unsupported": case(
        f"compare akari {AKARI} --backends cnf,gf2,exactcover,walksat,propagate,hybrid:cnf --json",
        lambda rs, _: rs.compare(
            rs.load("akari", AKARI), ["cnf", "gf2", "exactcover", "walksat", "propagate", "hybrid:cnf"]
        ),
    ),
    "compare_not_asked": case(
        "compare {folder}/cannot.opb --backends cpsat,cnf --json",
        lambda rs, folder: rs.compare(rs.load("model", folder / "cannot.opb"), ["cpsat", "cnf"]),
    ),
    "compare_prove": case(
        f"compare tents {NONE} --backends cpsat,cnf --prove --json",
        lambda rs, _: rs.compare(rs.load("tents", NONE), ["cpsat", "cnf"], prove=True),
    ),
    "compare_lightsout": case(
        "compare lightsout 3 --backends gf2,cpsat,cryptominisat --formulation all --json",
        lambda rs, _: rs.compare(rs.load("lightsout", 3), ["gf2", "cpsat", "cryptominisat"], formulations=["all"]),
    ),
    "compare_encodings": case(
        f"compare tents {RING} --backends cnf,cnf:lingeling --encoding cardinality=totalizer --profile default --json"
    ),
    "compare_reread": case(
        "compare {folder}/knap.lp --backends cpsat,cbc --reread --json",
        lambda rs, folder: rs.compare(rs.load(folder / "knap.lp"), ["cpsat", "cbc"], reread=True),
    ),
    "compare_repeat": case(f"compare tents {RING} --backends cpsat,cnf --repeat 2 --json"),
    "compare_time_limit": case("compare {folder}/pigeons.cnf --backends cnf:minisat22 --time-limit 1 --json"),
    "compare_race": case(
        f"compare tents {TWO} --tree-rule adjacent --backends cpsat,cnf --all --json",
        lambda rs, folder: rs.compare(rs.load("tents", TWO, tree_rule="adjacent"), ["cpsat", "cnf"], race=True),
    ),
    "compare_several": case("compare tents/ring akari/source-4x4-mended --backends cpsat,cnf --json"),
    "compare_several_missing": case("compare tents {folder}/bad.txt --backends cpsat,cnf --json"),
    "compare_late": case("compare tents 4 5 --count 2 --backends cpsat --budget 0.001 --json"),
    "compare_lines": case("compare tents {folder}/bad.txt --backends cpsat,cnf --jsonl"),
}

GENERATE = {
    "generate": case("generate tents 5 --count 2 --seed 3 --json"),
    "generate_unique": case("generate akari 5 --unique --json"),
    "generate_text": case("generate tents 4 --to puzzlink --json"),
    "generate_difficulty": case("generate tents 5 --difficulty easy --json"),
    "generate_minimal": case("generate tiling 3x4 --pieces random --minimal --json"),
    "generate_lightsout": case("generate lightsout gnp:8,0.4 --seed 1 --json"),
    "generate_missing": case("generate tents 2 --difficulty hard --time-limit 1 --json"),
    "generate_lines": case("generate tents 4 --count 2 --jsonl"),
}

EXPLAIN = {
    "explain": case(f"explain tents {RING} --json", lambda rs, _: rs.explain(rs.load("tents", RING))),
    "explain_akari": case(f"explain akari {AKARI} --json", lambda rs, _: rs.explain(rs.load("akari", AKARI))),
    "explain_conflict": case(f"explain tents {NONE} --json", lambda rs, _: rs.explain(rs.load("tents", NONE))),
    "explain_repair": case(
        f"explain tents {NONE} --all-conflicts --limit 2 --repair --json",
        lambda rs, _: rs.explain(rs.load("tents", NONE), conflicts=2, repair=True),
    ),
    "explain_several_solutions": case(
        f"explain tents {TWO} --tree-rule adjacent --json",
        lambda rs, _: rs.explain(rs.load("tents", TWO, tree_rule="adjacent")),
    ),
    "explain_weights": case("explain lightsout 2 --colours 3 --json"),
    "explain_steps": case(f"explain tents {RING} --to 1 --json"),
    "explain_lines": case("explain tents {folder}/bad.txt --jsonl"),
}

FORMULAS = {
    "formulas": case("formulas lightsout 1x2 --json", lambda rs, _: rs.formulas(rs.load("lightsout", "1x2"))),
    "formulas_rule": case(
        f"formulas akari {AKARI} --rule 2 --row 1 --encoding at-most-one=ladder --json",
    ),
    "formulas_lp": case(
        "formulas {folder}/knap.lp --json", lambda rs, folder: rs.formulas(rs.load("model", folder / "knap.lp"))
    ),
}

VERIFY = {
    "verify": case(f"verify tents {RING} '{TENTS}' --json"),
    "verify_broken": case(f"verify tents {NONE} '{TENTS}' --json"),
    "verify_result": case("verify {folder}/odd.cnf {folder}/minisat.txt --json"),
    "verify_line": case(f"verify tents {RING} '{TENTS}' --jsonl"),
    "verify_proof_of_solve": case(
        f"verify tents {RING} --proof {{folder}}/proof.zip --json",
        first=f"solve tents {RING} --unique --proof {{folder}}/proof.zip",
    ),
    "verify_proof_of_count": case(
        "verify tiling 3x20 --proof {folder}/count.zip --json",
        first="count tiling 3x20 --distinct --proof {folder}/count.zip",
    ),
    "verify_proof_of_another": case(f"verify tents {NONE} --proof {{folder}}/unique.zip --json"),
}

OTHERS = {
    "convert_scene": case(f"convert tents {RING} --to scene", lambda rs, _: rs.scene(rs.load("tents", RING))),
    "convert_scene_solution": case(f"convert akari {AKARI} --to scene --solution"),
    "fuzz": case("fuzz --models 6 --seed 1 --backends cpsat,cnf,cbc --profiles cnf,pb,ilp --json"),
    "reproduce_list": case("reproduce --json"),
    "reproduce_item": case("reproduce tents-trees --json"),
    "list": case("list --json"),
    "list_puzzle": case("list tents --json"),
    "doctor": case("doctor --json"),
}

BENCH = {
    "bench_show": case("bench show 0533bd5f --store {folder}/campaign.db --json", is_stored=True),
    "bench_report": case("bench report --store {folder}/shard-1of2.db --json", is_stored=True),
    "bench_diff": case("bench diff {folder}/results.csv {folder}/results.csv --json", is_stored=True),
    "bench_export": case("bench export --store {folder}/refuted.db --jsonl -", is_stored=True),
}

CASES = {**SOLVE, **COUNT, **COMPARE, **GENERATE, **EXPLAIN, **FORMULAS, **VERIFY, **OTHERS, **BENCH}
