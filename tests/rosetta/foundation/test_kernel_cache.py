"""Compiled loops on disk: never stale, never in the way when damaged, not needed where nothing can be written."""

from __future__ import annotations

import errno
import importlib.util
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from docs.floors import imported_modules
from rosetta.foundation import jit, kernel_cache
from rosetta.foundation.work_clock import held_seconds
from rosetta.names import PACKAGES
from tests.support.places import ROOT

FOUNDATION = Path("rosetta", "foundation")

pytest.importorskip("numba")

LOOP = """
from rosetta.foundation.jit import jit

@jit
def total(n):
    t = 0
    for i in range(n):
        t += i
    return t
"""


@pytest.fixture
def load_loop(tmp_path, monkeypatch) -> Callable[[], Callable[[int], int]]:
    """Makes the loop of one file anew, as a process that imports it does. Its cache is a folder of the test."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "sum_kernel.py"
    file.write_text(LOOP)

    def load():
        spec = importlib.util.spec_from_file_location("sum_kernel", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.total

    return load


@pytest.fixture
def notices(monkeypatch) -> list[tuple[str, bool]]:
    """What the watch is told."""
    received = []
    monkeypatch.setattr(jit, "_watch", lambda what, lasting=False: received.append((what, lasting)))
    return received


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def hits(loop) -> int:
    return sum(loop.stats.cache_hits.values())


def test_a_loop_is_compiled_once(tmp_path, load_loop, notices):
    held = held_seconds()
    assert load_loop()(5) == 10
    assert held_seconds() > held  # no limit counts it
    assert [lasting for _, lasting in notices] == [False, False]
    assert notices[0][0].startswith("compiling, once: total [")
    assert notices[1][0] == ""
    again = load_loop()
    assert again(5) == 10
    assert hits(again) == 1
    assert len(notices) == 2
    assert len(entries(tmp_path / "cache")) == 1


def damages(seed: int) -> list[Callable[[bytes], bytes]]:
    draw = random.Random(seed)

    def flipped(data: bytes) -> bytes:
        at = draw.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :]

    return [
        lambda data: b"",
        lambda data: data[: draw.randrange(len(data))],
        lambda data: draw.randbytes(len(data)),
        lambda data: data + b"\0",
        flipped,
    ]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_drops_in_a_callback_ends_the_compilation(load_loop, monkeypatch):
    """LLVM hands the compiled code to a callback; what is raised there is printed, and does not come through."""
    from numba.core.codegen import CodeLibrary

    class Signal(BaseException):
        pass

    name = "_object_caching_enabled"  # which the callback reads first

    def read(library):
        if sys._getframe(1).f_code.co_name != "_object_compiled_hook":
            return vars(library)[name]
        signal = Signal()
        jit.remember_interrupt(signal)
        raise signal

    write = property(read, lambda library, value: vars(library).update({name: value}))
    monkeypatch.setattr(jit, "_interrupt", None)
    monkeypatch.setattr(CodeLibrary, name, write, raising=False)
    with pytest.raises(Signal):
        load_loop()(10)
    monkeypatch.undo()
    assert jit._interrupt is None


@pytest.mark.parametrize("seed", range(2))
def test_a_damaged_entry_is_made_anew(tmp_path, load_loop, seed):
    assert load_loop()(5) == 10
    (entry,) = entries(tmp_path / "cache")
    sound = entry.read_bytes()
    for damage in damages(seed):
        entry.write_bytes(damage(sound))
        healed = load_loop()
        assert healed(5) == 10
        assert hits(healed) == 0
        assert kernel_cache.read_entry(entry) is not None
        assert healed(6) == 15
        (entry,) = entries(tmp_path / "cache")


def test_an_entry_that_numba_cannot_take_is_made_anew(tmp_path, load_loop):
    """Its checksum is right: another build of a library wrote it."""
    assert load_loop()(5) == 10
    (entry,) = entries(tmp_path / "cache")
    kernel_cache.write_entry(entry, b"cbuiltins\nno_such_name\n.")
    healed = load_loop()
    assert (healed(5), hits(healed)) == (10, 0)
    known = load_loop()
    assert (known(5), hits(known)) == (10, 1)


def test_a_folder_that_cannot_be_made_is_told_once_by_each_loop(tmp_path, load_loop, notices, monkeypatch):
    """Below a file there is no folder, whoever asks."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "below"))
    assert load_loop()(5) == 10
    (reason,) = [what for what, lasting in notices if lasting]
    assert f"{tmp_path}/file/below" in reason
    assert "NUMBA_CACHE_DIR" in reason
    assert kernel_cache.writable_folder() is None


def test_a_full_disk_leaves_no_part_of_a_file(tmp_path, load_loop, notices, monkeypatch):
    def fill(path: Path, data: bytes):
        with open(path, "wb") as file:
            file.write(data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", fill)
    assert load_loop()(5) == 10
    assert any("No space left" in what for what, lasting in notices if lasting)
    assert entries(tmp_path / "cache") == []


def test_without_a_named_folder_the_next_one_is_used(tmp_path, load_loop, notices, monkeypatch):
    """The folder beside the code belongs to somebody else: there is one in the user's home."""
    (tmp_path / "file").write_text("")
    folders = [tmp_path / "file" / "below", tmp_path / "home"]
    monkeypatch.setattr(kernel_cache, "kernel_folders", lambda: folders)
    assert load_loop()(5) == 10
    assert not any(lasting for _, lasting in notices)
    assert len(entries(tmp_path / "home")) == 1
    assert kernel_cache.writable_folder() == tmp_path / "home"


def test_nothing_is_kept_beside_code_that_pip_has_copied(tmp_path, monkeypatch):
    """What pip leaves there when it uninstalls would hide an editable installation."""
    beside = Path(kernel_cache.__file__).parent / "__pycache__" / "kernels"
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kernel_cache.kernel_folders() == [beside, tmp_path / "rosetta" / "kernels"]
    site = tmp_path / "site-packages"
    copy_project(site, inside=True)
    program = "from rosetta.foundation.kernel_cache import kernel_folders as f; print(*f(), sep='\\n')"
    run = subprocess.run([sys.executable, "-c", program], cwd=site, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [f"{tmp_path}/rosetta/kernels"]


def test_the_folder_in_the_home_is_the_one_of_the_system(monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ada")
    for system, folder in (("linux", "/home/ada/.cache"), ("darwin", "/home/ada/Library/Caches")):
        monkeypatch.setattr(sys, "platform", system)
        assert kernel_cache.user_cache_folder() == Path(folder)


def test_sources_that_changed_since_they_were_imported_are_not_kept(tmp_path, load_loop, monkeypatch):
    """Else the code of the old file would be found under the stamp of the new one."""
    loop = load_loop()
    monkeypatch.setattr(kernel_cache, "sources_stamp", lambda: "another")
    assert loop(5) == 10
    assert entries(tmp_path / "cache") == []


def test_old_stamps_go(tmp_path):
    most = kernel_cache.STAMPS_KEPT
    for number in range(most + 3):
        kernel_cache.write_entry(tmp_path / f"stamp{number}" / "loop.nbc", b"")
        os.utime(tmp_path / f"stamp{number}", (number, number))
    assert sorted(os.listdir(tmp_path)) == sorted(f"stamp{number}" for number in range(3, most + 3))


def copy_project(folder: Path, inside: bool = False) -> None:
    """The foundation in a folder, with the other packages empty, beside it or as in a wheel."""
    shutil.copytree(ROOT / FOUNDATION, folder / FOUNDATION, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "names.py", "version.py"):
        shutil.copy(ROOT / "rosetta" / name, folder / "rosetta")
    for name in PACKAGES:
        package = folder / "rosetta" / name if inside else folder / name
        package.mkdir()
        (package / "__init__.py").touch()


def run_outer(project: Path) -> tuple[int, int]:
    """What the outer loop returns in a process of its own, and how many loops came from disk."""
    program = "from algebra.outer_kernel import outer as o; print(o(3), sum(o.stats.cache_hits.values()))"
    run = subprocess.run([sys.executable, "-c", program], cwd=project, capture_output=True, text=True, check=True)
    value, read = run.stdout.split()
    return int(value), int(read)


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_code_inlined_from_another_file_is_never_stale(tmp_path):
    """Two versions of a helper in turn, with the same size and time: numba's own cache sees neither change."""
    copy_project(tmp_path)
    helper = tmp_path / "algebra" / "helper_kernel.py"
    (tmp_path / "algebra" / "outer_kernel.py").write_text(
        "from algebra.helper_kernel import step\nfrom rosetta.foundation.jit import jit\n\n"
        "@jit\ndef outer(n):\n    return step(n)\n"
    )

    def write_helper(constant: int) -> None:
        helper.write_text(f"from rosetta.foundation.jit import jit\n\n@jit\ndef step(n):\n    return n + {constant}\n")
        os.utime(helper, (1e9, 1e9))

    values = []
    for constant in (1, 2, 1):
        write_helper(constant)
        for stale in (tmp_path / "algebra" / "__pycache__").glob("helper_kernel*.pyc"):
            stale.unlink()  # Python's own cache goes by size and time
        values.append(run_outer(tmp_path))
    assert values == [(4, 0), (5, 0), (4, 1)]


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_processes_that_run_at_once_while_entries_vanish(tmp_path, monkeypatch):
    """Four processes fill one folder; a fifth deletes from it all the time."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    program = (
        "from algebra.chase_order import chase_order; import numpy as np\n"
        "t = np.arange(4), np.array([0, 1, 2], np.int32)\n"
        "for _ in range(3): print(chase_order(t, t, np.zeros(0, bool), True)[0].tolist())"
    )
    runs = [subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE) for _ in range(4)]
    while any(run.poll() is None for run in runs):
        for entry in entries(tmp_path):
            entry.unlink(missing_ok=True)
    assert {(run.returncode, run.communicate()[0]) for run in runs} == {(0, b"[0, 1, 2]\n" * 3)}


def test_the_first_use_on_a_machine_is_known(tmp_path, load_loop, monkeypatch):
    """Not where numba is missing, or nothing can be kept: then there is nothing that is done once."""
    assert kernel_cache.lacks_all_loops()
    for name, nothing in (("find_spec", lambda _: None), ("writable_folder", lambda: None)):
        with monkeypatch.context() as patch:
            patch.setattr(kernel_cache, name, nothing)
            assert not kernel_cache.lacks_all_loops()
    assert load_loop()(5) == 10
    assert not kernel_cache.lacks_all_loops()


def test_a_kernel_takes_code_from_kernels_alone():
    """What a loop inlines is then under the stamp. `jit` itself is, too."""
    stamped = set(kernel_cache.kernel_sources())
    assert len(stamped) > 20
    inlined = {(module, name) for module in stamped - {"rosetta.foundation.jit"} for name in imported_modules(module)}
    assert {arrow for arrow in inlined if arrow[1] not in stamped} == set()
