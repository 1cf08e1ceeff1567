"""The house: imports run downwards and form no circle, rooms and files have their size, names say what a thing is.

foundation <- algebra, models.neutral <- models.puzzles, backends <- instances <- rosetta.studies <- rosetta.commands
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from docs.fill_pages import pages
from docs.floors import INSIDE, PACKAGES, ROOT, drawing, files, imported_modules, room_of, statements, syntax_tree
from models.puzzles.registry import GENRES, PUZZLES
from rosetta.commands.verb_list import VERBS
from rosetta.foundation import vocabulary
from rosetta.foundation.optional_engines import OPTIONAL_ENGINES

# What each room may import besides itself, by the rooms of `docs.floors`. A new arrow is a decision: it is made here.
FOUNDATION = "rosetta.foundation"
GROUND = {FOUNDATION, "algebra", "models.neutral"}
BELOW_STUDIES = {*GROUND, "models.puzzles", "backends", "instances", "report"}
MAY_IMPORT = {
    FOUNDATION: set(),
    "algebra": {FOUNDATION},
    "models.neutral": {FOUNDATION},
    "models.puzzles": GROUND,
    "models.classics": {"models.neutral", "models.puzzles"},
    "backends": GROUND,
    "instances": {*GROUND, "models.puzzles", "backends"},
    "report": {FOUNDATION},  # it shows records, whoever made them
    "rosetta.requests": {FOUNDATION, "backends", "report"},
    "rosetta.studies": BELOW_STUDIES,
    "rosetta.campaigns": {*BELOW_STUDIES, "rosetta.requests", "rosetta.studies"},
    "rosetta.verbs": {*BELOW_STUDIES, "rosetta.requests", "rosetta.studies"},
    "rosetta.serving": {*BELOW_STUDIES, "rosetta.requests", "rosetta.studies", "rosetta.verbs"},
    "rosetta.api": {*BELOW_STUDIES, "rosetta.requests", "rosetta.studies", "rosetta.campaigns", "rosetta.verbs"},
    "rosetta.reproducing": {*BELOW_STUDIES, "rosetta.studies", "rosetta.api"},
    "rosetta.commands": {
        *BELOW_STUDIES,
        "rosetta.requests",
        "rosetta.studies",
        "rosetta.campaigns",
        "rosetta.verbs",
        "rosetta.serving",
        "rosetta.reproducing",
    },
    "rosetta": {"rosetta.api", "rosetta.commands", FOUNDATION, "models.neutral"},
    "models/*.py": {"rosetta.commands"},
}
INSIDE_STUDIES = {
    "asking": set(),
    "formulas": {"asking"},
    "grading": {"asking"},
    "judging": {"asking"},
    "refuting": {"asking"},
    "solving": {"asking", "judging", "refuting"},
    "counting": {"asking", "judging", "solving"},
    "setting": {"asking", "grading", "solving"},
    "explaining": {"asking", "grading", "setting"},
    "listing": {"asking", "grading", "setting", "solving"},
    "playing": {"asking", "grading", "setting", "solving", "explaining"},
    "proving": {"asking", "refuting", "judging", "solving", "counting"},
    "comparing": {"asking", "refuting", "judging", "solving", "proving"},
    "disagreements": {"asking", "judging", "solving", "counting", "comparing"},
    "fuzzing": {"asking", "judging", "comparing", "disagreements"},
}
INSIDE_CAMPAIGNS = {
    "planning": set(),
    "rows": {"planning"},
    "executors": {"planning", "rows"},
    "store": {"planning", "rows"},
    "running": {"planning", "rows", "executors", "store"},
    "results": {"rows", "store"},
    "statistics": {"results"},
    "reporting": {"planning", "rows", "executors", "store", "results", "statistics"},
}
LOWERED = {"contract", "lowering"}  # most rooms know the contract, and what a model is lowered to
INSIDE_BACKENDS = {
    "contract": set(),
    "encoding_templates": set(),
    "walking": set(),
    "encodings": {"encoding_templates"},
    "encoding_choice": {"encoding_templates", "encodings"},
    "lowering": {"contract", "encoding_templates", "encoding_choice"},
    "covering": LOWERED,
    "sweeping": set(),
    "exchanging": {*LOWERED, "walking"},
    "loading": LOWERED,
    "passes": LOWERED,
    "connectivity": {*LOWERED, "loading", "passes"},
    "formats": {*LOWERED, "loading"},
    "reasons": {*LOWERED, "loading", "encoding_choice"},
    "proofs": {"formats"},
    "running": {"contract", "loading", "passes", "connectivity"},
    "count_certificates": {"contract", "running"},
    "rereading": {"contract", "formats", "calling"},
    "calling": {*LOWERED, "formats", "running"},
    "backends": {  # the solvers
        *(*LOWERED, "encoding_choice", "loading", "passes", "formats", "running", "calling"),
        *("covering", "exchanging", "sweeping", "walking"),
    },
    "justifying": {*LOWERED, "encoding_templates", "proofs", "running", "backends"},
}
READING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)  # comparisons that look at a text
TOP = {*PACKAGES, "tests", "benchmarks", "docs"}
# Rooms of entries, one file each, hold as many as there are entries; any other room holds about fifteen.
ENTRIES = {
    "backends",
    "backends/encodings",
    "rosetta/commands",
    "models/puzzles/genres",
    "models/puzzles/parts",
    "models/classics",
    "report/documents",
}
MOST_FILES = 17  # what the puzzles share stands beside those of one file each, which are entries, too
PUZZLE_FILES = {place.partition(":")[0] for place in PUZZLES.values()}
QUOTED_PUZZLE = re.compile(rf"['\"]({'|'.join(PUZZLES)})['\"]")
# Participles, adverbs and pronouns: by themselves they name nothing.
NOT_NAMES = """told asked found shown listed known one again said heard seen given wanted called made taken kept left
done written drawn stated settled wished followed"""
TOML = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYPROJECT, MYPY = TOML["project"], TOML["tool"]["mypy"]
CALLED = {
    "fpdf2": "fpdf",
    "pillow": "PIL",
    "python-sat": "pysat",
    "vl-convert-python": "vl_convert",
}  # distributions that are imported under another name
LIBRARIES = {
    CALLED.get(name, name.replace("-", "_"))
    for wishes in (PYPROJECT["dependencies"], *PYPROJECT.get("optional-dependencies", {}).values())
    for name in (re.match(r"[\w.-]+", wish)[0].lower() for wish in wishes)
} | {engine.module.partition(".")[0] for engine in OPTIONAL_ENGINES}
SOLVERS = LIBRARIES - {"numpy"}
MODULES = files()
PAGES = [ROOT / "ARCHITECTURE.md", *pages()]


def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    """The modules a file imports, anybody's: all of them, or only those imported when the file is."""
    tree = syntax_tree(path)
    nodes = statements(path)
    if top_level_only:
        nodes = (
            node for statement in tree.body if not _type_checking(statement) for node in _outside_functions(statement)
        )
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _outside_functions(node: ast.AST):
    yield node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for child in ast.iter_child_nodes(node):
            yield from _outside_functions(child)


def _type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_no_import_runs_backwards():
    """A file imports only from its own room and the rooms below; inside packages that are drawn, too."""
    arrows = [(module, other) for module in MODULES for other in sorted(imported_modules(module))]
    tables = (MAY_IMPORT, INSIDE_STUDIES, INSIDE_CAMPAIGNS, INSIDE_BACKENDS)
    for package, may_import in zip(("", *INSIDE), tables, strict=True):
        inside = [arrow for arrow in arrows if all(module.startswith(f"{package}.") or not package for module in arrow)]
        assert len(inside) > 100
        rooms = {module: room_of(module, package).removeprefix(f"{package}.") for arrow in inside for module in arrow}
        allowed = {room: {room, *others} for room, others in may_import.items()}
        assert [arrow for arrow in inside if rooms[arrow[1]] not in allowed[rooms[arrow[0]]]] == []


def test_no_imports_form_a_circle():
    """Whoever reads a file needs to read only files below it; imports for types and inside functions count too."""
    graph = nx.DiGraph((module, other) for module in MODULES for other in imported_modules(module))
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def test_a_puzzle_is_named_by_its_own_files_alone():
    """All other files ask its record: none imports a puzzle's module, or has a puzzle's name as a string."""
    own = {"models.puzzles.registry", "rosetta.api.lights_out"}  # the list of puzzles; a public function of one
    rooms = ("rosetta", "instances", "backends", "report", "models", "algebra")
    foreign = []
    for module, path in MODULES.items():
        words = module.split(".")
        if words[0] not in rooms or module in own or module.startswith("rosetta.reproducing"):
            continue
        others = PUZZLES.keys() - _puzzles_of_file(words)
        foreign += [(module, name) for name in imports(path) if _imported_puzzle(name) in others]
        foreign += [(module, text) for text in _strings_of_code(path) if text in others]
    assert foreign == []


def _puzzles_of_file(words: list[str]) -> set[str]:
    """The puzzle of a file in its package (`models.puzzles.NAME`) or of its catalogue (`instances.NAME`)."""
    if words[:3] == ["models", "puzzles", "genres"]:
        return set(words[3:4])
    return set(words[2:3] if words[:2] == ["models", "puzzles"] else words[1:2])


def _imported_puzzle(name: str) -> str:
    words = name.split(".")
    if words[:3] == ["models", "puzzles", "genres"]:
        return "".join(words[3:4])
    return words[2] if words[:2] == ["models", "puzzles"] and len(words) > 2 else ""


def _strings_of_code(path: Path) -> list[str]:
    """The strings of a file, but docstrings and the examples of a help text; only of one that may name a puzzle."""
    if not QUOTED_PUZZLE.search(path.read_text("utf-8")):
        return []
    nodes, left_out = list(ast.walk(syntax_tree(path))), set[int]()
    for node in nodes:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["EXAMPLES"]:
            left_out |= {id(part) for part in ast.walk(node)}
        elif isinstance(node, ast.Expr):
            left_out.add(id(node.value))
    strings = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [node.value for node in strings if id(node) not in left_out]


def test_the_floors_are_drawn_as_they_are():
    """ARCHITECTURE.md shows the drawing that `python docs/floors.py` makes of the imports."""
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    is_current = all(drawing(package) in page for package in ("", *INSIDE))
    assert is_current, "the drawing in ARCHITECTURE.md is stale: run `python docs/floors.py` and look at what changed"


def test_what_a_page_names_is_there():
    """Every file and folder that a page names in backticks exists; NAME and its like stand for any."""
    spans = {page: re.findall(r"`([\w.]+/[\w./]*)`", page.read_text("utf-8")) for page in PAGES}
    assert len(spans[PAGES[0]]) > 50
    for page in PAGES:
        patterns = {re.sub(r"\b[A-Z]+\b", "*", span) for span in spans[page] if span.split("/")[0] in TOP}
        assert [pattern for pattern in patterns if not any(ROOT.glob(pattern.rstrip("/")))] == [], page


def test_a_bare_name_lies_in_the_folder_before_it():
    """In the tables of ARCHITECTURE.md."""
    rows = [line for line in PAGES[0].read_text("utf-8").splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) > 60
    for row in rows:
        folder = ""
        for span in re.findall(r"`([\w./*]+)`", row.split(" | ")[-1]):
            name = re.sub(r"\b[A-Z]+\b", "*", span)
            if "/" in name:
                folder = name.rpartition("/")[0]
            elif re.fullmatch(r"[\w*]+\.(py|tsv|html|css)", name) and folder:
                assert any(ROOT.glob(f"{folder}/{name}")), (row, span)


def test_a_room_holds_about_fifteen_files():
    """More than that is two rooms, or a room of entries."""
    paths = [path for module, path in MODULES.items() if module not in PUZZLE_FILES]
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in paths)
    crowded = {folder: size for folder, size in sizes.items() if size > MOST_FILES + 1}  # `__init__` is no idea
    assert set(crowded) == {folder for folder in crowded if folder in ENTRIES}


def test_every_error_of_a_user_is_a_refusal():
    """A ValueError with a name of ours is one that a user can cause; the command line ends with code 2."""
    bases = {
        f"{module}:{node.name}": {ast.unparse(base) for base in node.bases}
        for module, path in MODULES.items()
        for node in statements(path)
        if isinstance(node, ast.ClassDef)
    }
    assert {name for name, above in bases.items() if "ValueError" in above} == {"rosetta.foundation.errors:Refusal"}
    assert sum("Refusal" in above for above in bases.values()) > 10


def test_code_compares_with_members_of_the_vocabulary():
    """Not with their texts, which a document may have otherwise one day. `none`, `answer` and `budget` mean other
    things, too, and so does the name of a claim."""
    kinds = (kind for kind in vars(vocabulary).values() if isinstance(kind, type) and issubclass(kind, vocabulary.Word))
    words = {member.value for kind in kinds for member in kind} - {"none", "answer", "budget"}
    assert len(words) > 25
    found = [
        (module, ast.unparse(node))
        for module, path in MODULES.items()
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.Compare) and words & set(_compared_texts(node)) and "claim" not in ast.unparse(node)
    ]
    assert found == []


def test_no_code_reads_a_note():
    """Notes are for people: what a program has to know has a field."""
    notes = re.compile(r"\bnote\b(\[|\.(startswith|endswith|partition|find|index)\()")
    found = [
        (module, ast.unparse(node))
        for module, path in MODULES.items()
        for node in ast.walk(syntax_tree(path))
        if (isinstance(node, ast.Call) and notes.search(ast.unparse(node.func) + "("))
        or (isinstance(node, ast.Compare) and isinstance(node.ops[0], READING) and any(map(_is_note, _sides(node))))
    ]
    assert found == []


def _sides(node: ast.Compare) -> list[ast.expr]:
    return [node.left, *node.comparators]


def _compared_texts(node: ast.Compare) -> list[object]:
    """The literals that are compared, alone or in a tuple."""
    parts = [part for side in _sides(node) for part in (side.elts if isinstance(side, ast.Tuple) else [side])]
    return [part.value for part in parts if isinstance(part, ast.Constant)]


def _is_note(side: ast.expr) -> bool:
    return (isinstance(side, ast.Attribute) and side.attr == "note") or (
        isinstance(side, ast.Name) and side.id == "note"
    )


def test_names_say_what_a_thing_is():
    """A function is a verb and a noun, or the noun it returns; a class is a noun, and no two classes share a name."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [(module, node) for module, path in MODULES.items() for node in statements(path)]
    names = [(module, module.rpartition(".")[2]) for module in MODULES]
    names += [(f"{module}:{node.lineno}", node.name) for module, node in nodes if isinstance(node, functions)]
    classes = [(module, node.name) for module, node in nodes if isinstance(node, ast.ClassDef)]
    assert [name for name in (*names, *classes) if name[1].strip("_").lower() in NOT_NAMES.split()] == []
    used = Counter(name for _, name in classes)
    assert [each for each in classes if used[each[1]] > 1] == []


def test_a_loop_takes_columns_that_belong_together_as_one():
    """A compiled loop, or one that may be, has fewer than ten parameters: a NamedTuple holds columns."""
    loops = [(module, path) for module, path in MODULES.items() if module.endswith(("_kernel", "_loops"))]
    functions = [
        (f"{module}:{node.name}", len(node.args.args))
        for module, path in loops
        for node in statements(path)
        if isinstance(node, ast.FunctionDef)
    ]
    assert len(functions) > 100
    assert [function for function in functions if function[1] >= 10] == []


def test_no_solver_is_imported_before_it_is_used():
    """Solver libraries are imported inside functions: --help is fast, and each child loads only its own.

    A compiled kernel (`*_kernel.py`) needs numba for its decorators; so kernels are imported inside functions too, or
    by kernels.
    """
    early = [(module, name) for module, path in MODULES.items() for name in imports(path, top_level_only=True)]
    kernel = {module for module in MODULES if module.endswith("_kernel")}
    solvers = [(module, name.split(".")[0]) for module, name in early if name.split(".")[0] in SOLVERS]
    assert [(module, name) for module, name in solvers if not (module in kernel and name == "numba")] == []
    assert [(module, name) for module, name in early if name in kernel and module not in kernel] == []


def test_every_library_is_a_declared_one():
    """Whatever is imported, at the top or inside functions, is Python's own, ours, stands in pyproject.toml, or is one
    of the engines that are used where they are installed."""
    declared = {*sys.stdlib_module_names, *LIBRARIES, *PACKAGES}
    imported = {(module, name) for module, path in MODULES.items() for name in imports(path)}
    foreign = {f"{module}: {name}" for module, name in imported if name.split(".")[0] not in declared}
    assert not foreign, "declare it in pyproject.toml; where its import name differs from its own, add it to CALLED"


def test_all_but_the_tests_is_type_checked():
    """Whatever holds Python here stands in mypy's `files`, strictly, but the tests (and environments, build)."""
    ours = [path for path in ROOT.iterdir() if not path.name.startswith(".") and not (path / "pyvenv.cfg").exists()]
    holding = {path.name for path in ours if path.suffix == ".py" or any(path.rglob("*.py"))}
    assert MYPY["strict"]
    assert holding - {"tests", "build"} == set(MYPY["files"])


def test_a_file_holds_one_idea_and_says_which():
    """At most 450 lines, and a docstring first: a fragment of an idea is no file, and two ideas are two files."""
    assert [module for module, path in MODULES.items() if path.read_text("utf-8").count("\n") > 450] == []
    assert [module for module, path in MODULES.items() if not ast.get_docstring(syntax_tree(path))] == []


def files_of_puzzle(name: str) -> list[Path]:
    """The file of a genre, or all of a package."""
    path = MODULES[PUZZLES[name].partition(":")[0]] if name in PUZZLES else GENRES.parent / name / "record.py"
    return [path] if path.parent == GENRES else sorted(path.parent.rglob("*.py"))


@pytest.mark.parametrize("name", [*PUZZLES, "templates"])
def test_a_model_is_at_most_fifteen_statements(name):
    """The rules read like the rules: no puzzle's `model` has more than 15 statements."""
    nodes = [(path, node) for path in files_of_puzzle(name) for node in statements(path)]
    models = [(path, node) for path, node in nodes if isinstance(node, ast.FunctionDef) and node.name == "model"]
    sizes = {
        str(path): sum(isinstance(n, ast.stmt) for n in ast.walk(node)) - 1 - (ast.get_docstring(node) is not None)
        for path, node in models
    }
    assert sizes
    assert {path: size for path, size in sizes.items() if size > 15} == {}


@pytest.mark.parametrize("name", sorted(path.stem for path in GENRES.glob("[a-z]*.py")))
def test_a_genre_has_at_most_140_lines(name):
    """What makes it longer is a part, which another puzzle has, too, or will have; or it is a package."""
    assert (GENRES / f"{name}.py").read_text("utf-8").count("\n") <= 140


def test_help_loads_nothing_heavy():
    """--help of every verb works without numpy or any other library having been imported."""
    code = (
        f"import sys; sys.argv = ['x', '--help']\n"
        f"from rosetta.commands.main import run_verb\n"
        f"for verb in {list(VERBS)}:\n"
        f"    try: run_verb(verb)\n"
        f"    except SystemExit as end: assert not end.code\n"
        f"    print(verb, *{LIBRARIES!r} & set(sys.modules), file=sys.stderr)"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout.count("usage: ") == len(VERBS)
    assert process.stderr.splitlines() == list(VERBS)
