"""Programs as solvers: those installed here give right answers, and fake ones show that nothing else is believed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backends.calling.programs import PROGRAMS, installed_programs
from backends.contract import Limits, Options, Status
from backends.external import ProgramError, external_backend
from backends.formats.results.competition import read_competition
from backends.oracle import BACKEND as ORACLE
from backends.registry import backend_named, split_name
from backends.running import supervisor
from models.neutral import Model, evaluate
from models.puzzles.registry import puzzle
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.judging.judge import judge_attempts
from tests.backends.test_compliance import CASES, case
from tests.backends.test_differential import check, question
from tests.support.clocks import LeapingClock
from tests.support.patience import PATIENCE
from tests.support.registered import EXTERNAL, FIRST

LIMITS = Limits(seconds=60.0)
FEW = ("empty_model", "k_is_n", "guarded_parity", "weighted", "integers_guarded", "contradiction", "minimum_of_integer")


OTHERS = [f"external:{program}" for program in PROGRAMS if f"external:{program}" not in FIRST]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", OTHERS)
def test_known_programs_agree_with_brute_force(name):
    """Every kind of row, minimum and all solutions, on a few cases; the first of each kind is in the big suites."""
    backend = backend_named(name)
    if backend.probe():
        pytest.skip(f"{name}: {backend.probe()}")
    chosen = FEW[2:3] + FEW[6:] if name == "external:sat4j" else FEW  # a Java machine per question
    for build in CASES:
        if build.__name__ in chosen:
            check(question(case(build)), backend, Options())


def test_a_program_is_a_backend_of_its_own():
    """Named after the colon, known or not; judged as an engine by the program's name, of the kind `sat`."""
    assert split_name("external:cadical", Options())[0] == "external:cadical"
    assert backend_named("external:cadical").engine_of(Options()) == "cadical"
    assert backend_named("external:another").engine_of(Options()) == "another"
    assert backend_named("external:another").kind == "sat"
    assert all(name.startswith("external:") for name in EXTERNAL)


def test_without_any_program_the_reason_is_said(monkeypatch, tmp_path):
    """One line, no error; a program that is not there is named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert installed_programs() == ()
    assert external_backend().probe().startswith("not installed: none of cadical, ")
    assert external_backend("sat4j").probe().startswith("not installed: no program 'java'")
    outcome = supervisor.solve("external:nosuch", two_of_three(), LIMITS)
    assert outcome.status is Status.UNSUPPORTED
    assert outcome.note == "not installed: no program 'nosuch' on the PATH"


@pytest.mark.parametrize("program", ["clasp"])
def test_clasp_gets_no_equations(program, tmp_path):
    """It loses one whose first literals are fixed before it; as two rows it does not. Where the trap is gone, the
    cure may go too."""
    reason = PROGRAMS[program].probe()
    if reason:
        pytest.skip(f"clasp: {reason}")
    statuses = []
    for rows in (["-1 x1 +2 x2 = 0 ;"], ["-1 x1 +2 x2 >= 0 ;", "+1 x1 -2 x2 >= 0 ;"]):
        path = tmp_path / "m.opb"
        path.write_text("\n".join([f"* #variable= 2 #constraint= {1 + len(rows)}", "+1 x1 = 1 ;", *rows, ""]))
        output = subprocess.run([program, path], capture_output=True, text=True).stdout
        statuses.append(read_competition(output.encode(), 2, "pb").status)
    assert statuses == [Status.SATISFIED, Status.UNSATISFIABLE]


# ---- fake programs -----------------------------------------------------------------------------------------------


def two_of_three() -> Model:
    model = Model("three")
    model.exactly(2, "two of three", model.bools("x", 3))
    return model


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """A program on the PATH, called `fake`, of the Python lines given; `path` is its argument."""

    def write(lines: str, name: str = "fake") -> str:
        script = tmp_path / name
        script.write_text(f"#!{sys.executable}\nimport os, signal, sys, time\npath = sys.argv[-1]\n{lines}\n")
        script.chmod(0o755)
        return f"external:{name}"

    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return write


def test_an_unknown_program_gets_a_dimacs_file_with_the_rules(fake):
    """As its only argument; what it prints is read as in the competitions."""
    name = fake("sys.stdout.write('c ' + repr(open(path).read()) + '\\ns SATISFIABLE\\nv 1 2 -3 0\\n'); sys.exit(10)")
    outcome = supervisor.solve(name, two_of_three(), LIMITS)
    assert (outcome.status, outcome.values.tolist()) == (Status.SATISFIED, [0, 1, 1, 0])
    assert (outcome.engine, outcome.size.rows) == ("fake", 4)
    check_file = fake("text = open(path).read(); assert 'c two of three\\np cnf 3 4\\n' in text; print('s UNKNOWN')")
    outcome = supervisor.solve(check_file, two_of_three(), LIMITS)
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "fake leaves it open: ended with code 0")


BAD = {
    "garbage": ("print('hello')", "line 1, column 1: expected a line that begins with c, s or v; found 'hello'"),
    "cut off": ("print('s SATISFIABLE\\nv 1 2 -')", "line 2, column 7: expected a literal, as in `-2`; found '-'"),
    "no end": ("print('s SATISFIABLE\\nv 1 2')", "line 2, column 6: expected a 0 at the end of the values"),
    "no status": ("print('v 1 2 -3 0')", "expected a status line, as in `s SATISFIABLE`"),
    "silent": ("sys.exit(3)", "fake: ended with code 3; not a result: it printed nothing"),
    "complains": ("sys.exit('no memory')", "ended with code 1 (no memory); not a result"),
    "killed": ("os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV"),
    "killed late": (
        "print('s UNSATISFIABLE', flush=True); os.kill(os.getpid(), signal.SIGABRT)",
        "fake says unsatisfiable, but killed by SIGABRT",
    ),
    "contradicts": ("print('s UNSATISFIABLE'); sys.exit(10)", "fake says unsatisfiable, but ended with code 10"),
    "endless": ("while True: os.write(1, b'c more and more\\n' * 4000)", "more than 8,388,704 bytes"),
    "unknown variable": ("print('s SATISFIABLE\\nv 1 2 77 0')", "expected variables up to 3; found '77'"),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("how", BAD)
def test_what_is_no_result_is_an_error(fake, how):
    """Never an answer, never `no solution`."""
    lines, reason = BAD[how]
    outcome = supervisor.solve(fake(lines), two_of_three(), LIMITS)
    assert outcome.status is Status.ERROR
    assert outcome.values is None
    assert reason in outcome.note


def test_minisat_s_result_file_is_read_and_must_be_there(fake):
    """A program of that name is called with a second argument."""
    wrote = fake("open(path, 'w').write('SAT\\n1 -2 3 0\\n'); print('noise'); sys.exit(10)", "minisat")
    assert supervisor.solve(wrote, two_of_three(), LIMITS).values.tolist() == [0, 1, 0, 1]
    outcome = supervisor.solve(fake("sys.exit(20)", "minisat"), two_of_three(), LIMITS)
    assert (outcome.status, "wrote no result file" in outcome.note) == (Status.ERROR, True)


def test_a_wrong_answer_and_a_wrong_no_are_caught(fake):
    """The judge trusts no solver: it evaluates an assignment, and a correct one refutes a claim that there is none."""
    p, planted = puzzle("akari").generate((4, 4), seed=1)
    question = Question(puzzle("akari"), p)
    liar = fake("print('s SATISFIABLE\\nv 0'); sys.exit(10)", "liar")
    denier = fake("print('s UNSATISFIABLE'); sys.exit(20)", "denier")
    tried = [attempt(question, resolve_entrant(question, name, "default"), LIMITS) for name in (liar, denier, "cnf")]
    assert [run.verdict for run in judge_attempts(question, tried)] == ["wrong", "wrong", "correct"]
    assert planted is not None


def test_a_program_that_hangs_is_killed_with_its_children(fake, monkeypatch, tmp_path):
    """At the limit: the answer is unknown, and no process is left."""
    pids = tmp_path / "pids"
    name = fake(
        f"import subprocess; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}'); time.sleep(1000)"
    )
    over = LeapingClock(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    over.take_place(monkeypatch)
    outcome = supervisor.solve(name, two_of_three(), Limits(seconds=60.0), progress=over)
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "time limit of 60 s")
    assert len(pids.read_text().split()) == 2
    assert not [pid for pid in pids.read_text().split() if alive(pid)]


def alive(pid: str) -> bool:
    """Does the process run on? One that is killed may need a moment."""
    for _ in range(int(PATIENCE / 0.05)):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True


def test_in_this_process_too_a_limit_kills(fake):
    """The backend keeps the limit by itself."""
    from rosetta.foundation.limits import LimitReached

    with pytest.raises(LimitReached):
        backend_named(fake("time.sleep(1000)")).solve(two_of_three(), Limits(seconds=0.5), Options())
    with pytest.raises(ProgramError, match="printed nothing"):
        backend_named(fake("")).solve(two_of_three(), LIMITS, Options())


SAYS_YES = "print('s SATISFIABLE\\nv 1 2 -3 0'); sys.exit(10)"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["./prog", "../here/prog", "sub/prog", "prog"])
def test_a_relative_program_is_found_and_run_in_the_callers_folder(name, monkeypatch, tmp_path):
    """As a shell would: `./prog`, `../x/prog`, and `prog` by a relative entry of the PATH."""
    here = tmp_path / "here"
    (here / "sub").mkdir(parents=True)
    for place in (here, here / "sub"):
        (place / "prog").write_text(f"#!{sys.executable}\nimport os, sys\nprint('c', os.getcwd())\n{SAYS_YES}\n")
        (place / "prog").chmod(0o755)
    monkeypatch.chdir(here)
    monkeypatch.setenv("PATH", f"sub{os.pathsep}{os.environ['PATH']}")
    outcome = supervisor.solve(f"external:{name}", two_of_three(), LIMITS)
    assert (outcome.status, outcome.note) == (Status.SATISFIED, "")
    (here / "prog").write_text(f"#!{sys.executable}\nimport os, sys\nsys.exit(os.getcwd())\n")
    (here / "sub" / "prog").write_text((here / "prog").read_text())
    assert f"ended with code 1 ({here})" in supervisor.solve(f"external:{name}", two_of_three(), LIMITS).note


def test_a_path_that_leads_to_no_program_is_said(monkeypatch, tmp_path):
    """Where it was looked for; a file that is not executable is no program."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text("")
    reasons = [backend_named(f"external:./{name}").probe() for name in ("none", "text")]
    folder = f"no program './none' in {tmp_path}"
    assert reasons == [f"not installed: {folder}", "not installed: './text' may not be executed"]


def test_a_program_on_the_path_runs_in_a_temporary_folder(fake):
    """What it leaves behind goes with the run."""
    outcome = supervisor.solve(fake("sys.exit(os.getcwd())"), two_of_three(), LIMITS)
    assert "rosetta-run-" in outcome.note


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("\x7fELF and then nothing", "Exec format error"),
        ("#!/no/such/interpreter\n", "the interpreter that its first line names is not there"),
    ],
)
def test_what_cannot_be_started_is_said_of_the_program(content, reason, tmp_path):
    """And of no program in front of it."""
    (tmp_path / "broken").write_text(content)
    (tmp_path / "broken").chmod(0o755)
    outcome = supervisor.solve(f"external:{tmp_path}/broken", two_of_three(), LIMITS)
    assert outcome.status is Status.ERROR
    assert outcome.note == f"ProgramError: {tmp_path}/broken cannot be run: {reason}"


def test_a_program_that_has_exited_is_not_waited_for(fake, tmp_path):
    """Its helper holds the output open, and writes on and on; it dies with the run."""
    pid = tmp_path / "pid"
    name = fake(
        f"import subprocess; helper = 'import os, time\\nwhile True: os.write(1, b\"c more\\\\n\"); time.sleep(.01)'\n"
        f"child = subprocess.Popen([sys.executable, '-c', helper], start_new_session=True)\n"
        f"open({str(pid)!r}, 'w').write(str(child.pid)); {SAYS_YES}"
    )
    outcome = supervisor.solve(name, two_of_three(), LIMITS)  # waiting for it, it would come to its limit
    assert (outcome.status, outcome.note) == (Status.SATISFIED, "")
    assert not alive(pid.read_text())


def test_seeds_are_handed_on():
    """Where a program takes one; 0 is its own default."""
    assert PROGRAMS["cadical"].command_line("f", "r", 7) == ["cadical", "-q", "--seed=7", "f"]
    assert PROGRAMS["minisat"].command_line("f", "r", 0) == ["minisat", "f", "r"]


def test_the_fakes_model_has_three_answers():
    """The model of the fakes above has solutions: else none of their claims could be wrong."""
    model = two_of_three()
    solutions = list(ORACLE.solutions(model, model.boolean_variables, LIMITS, Options()))
    assert len(solutions) == 3
    assert not any(evaluate(model, values) for values in solutions)
