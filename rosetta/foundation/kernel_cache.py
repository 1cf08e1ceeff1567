"""Compiled loops kept on disk, so that only the first use of a loop waits for the compiler.

    FOLDER/STAMP/MODULE.LOOP-KEY.nbc      a checksum of 32 bytes, then the compiled loop as numba pickles it

STAMP is a hash of the sources of all kernels: numba's own cache looks at the file of a loop alone, and would go on
running the old code of a loop that is inlined from another file. KEY is a hash of all else that compiled code depends
on: the signature, the processor, the versions. So an entry never changes. It is written whole, under another name, and
then renamed: processes that run at once cannot disturb each other, and no index is needed. An entry that is damaged
is deleted, and compiled again.

Nothing here needs numba. `jit` puts a `KernelCache` in the place of numba's own.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import pickle
import shutil
import sys
import tempfile
import uuid
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rosetta.names import is_checkout, package_folder

PACKAGES = ("algebra", "backends", "models")  # where kernels are
CHECKSUM_BYTES = 32
STAMPS_KEPT = 8  # of the versions of the sources; the rest is deleted
_LOG = logging.getLogger("rosetta")


def kernel_folders() -> list[Path]:
    """Where compiled loops are looked for; the first that can be written takes the new ones.

    The folder that NUMBA_CACHE_DIR names, and no other; else in a checkout one beside the code; else, and for those who
    may not write there, one in the user's cache. Nothing is put beside code that pip has copied: pip removes only what
    it has put there, and a folder that outlives its package hides an editable installation from Python."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return [Path(named) / "rosetta"]
    users = user_cache_folder() / "rosetta" / "kernels"
    return [Path(__file__).resolve().parent / "__pycache__" / "kernels", users] if is_checkout() else [users]


def user_cache_folder() -> Path:
    """Where this system keeps what programs can make again: XDG_CACHE_HOME, or the system's usual folder."""
    usual = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(usual))


def writable_folder() -> Path | None:
    """The folder that takes new loops; None if no folder can be written."""
    for folder in kernel_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def kernel_sources() -> dict[str, Path]:
    """The files whose code may be compiled, by module: a loop may inline what another file holds."""
    found = {"rosetta.foundation.jit": Path(__file__).with_name("jit.py")}
    for package in PACKAGES:
        root = Path(package_folder(package))
        for pattern in ("*_kernel.py", "*_loops.py"):
            for path in root.rglob(pattern):
                found[".".join((package, *path.relative_to(root).with_suffix("").parts))] = path
    return found


def sources_stamp() -> str:
    """A hash of the sources of all kernels, as they are on disk now."""
    stamp = hashlib.sha256()
    for module, path in sorted(kernel_sources().items()):
        stamp.update(f"{module}\0".encode())
        stamp.update(hashlib.sha256(path.read_bytes()).digest())
    return stamp.hexdigest()[:16]


@lru_cache
def first_stamp() -> str:
    """The stamp when the first kernel was imported."""
    return sources_stamp()


def lacks_all_loops() -> bool:
    """Is no loop on disk, as the sources are now, although numba is here and a folder would take them?"""
    stamped = [folder / first_stamp() for folder in kernel_folders()]
    if any(folder.is_dir() and any(folder.iterdir()) for folder in stamped) or find_spec("numba") is None:
        return False
    return writable_folder() is not None


class KernelCache:
    """The cache of one loop, with the methods that numba calls. `report_unkept` is called with the reason when
    a loop was compiled and could not be written; `check_compiled` before it is written, and may raise."""

    def __init__(
        self, loop: Callable[..., Any], report_unkept: Callable[[str], None], check_compiled: Callable[[], None]
    ) -> None:
        self._name = f"{loop.__module__}.{loop.__qualname__}"
        self._source = loop.__code__.co_filename
        self._report_unkept = report_unkept
        self._check_compiled = check_compiled
        self._stamp = first_stamp()

    @property
    def cache_path(self) -> str:
        """The folder that `dispatcher.stats` names."""
        return str(kernel_folders()[0] / self._stamp)

    def load_overload(self, signature: object, target: Any) -> Any:
        """The compiled loop, or None, and then numba compiles it."""
        from numba.core.compiler import CompileResult

        target.refresh()
        entry = self._entry_name(signature, target.codegen())
        for folder in kernel_folders():
            path = folder / self._stamp / entry
            data = read_entry(path)
            if data is not None:
                try:
                    _LOG.debug("  compiled loop from disk: %s", self._name)
                    return CompileResult._rebuild(target, *pickle.loads(data))
                except Exception:  # of another make of numba or of numpy than its version says
                    _delete(path)
        return None

    def save_overload(self, signature: object, result: Any) -> None:
        """Keep a loop that was compiled, if it can be kept and the sources are still those that were imported."""
        from numba.core.serialize import dumps

        self._check_compiled()
        if result.library.has_dynamic_globals or any(not loop.can_cache for loop in result.lifted):
            return
        if sources_stamp() != self._stamp:
            return
        entry, data = self._entry_name(signature, result.codegen), dumps(result._reduce())
        reasons = []
        for folder in kernel_folders():
            try:
                write_entry(folder / self._stamp / entry, data)
                return
            except OSError as error:
                reasons.append(f"{folder}: {error.strerror or error}")
        self._report_unkept("; ".join(reasons))

    def flush(self) -> None:
        """Entries never change, so there is none to forget."""

    def _entry_name(self, signature: object, codegen: Any) -> str:
        import numba

        try:
            source = Path(self._source).read_bytes()  # a kernel of another package is not under the stamp
        except OSError:
            source = b""
        versions = sys.implementation.cache_tag, sys.version, numba.__version__
        key = repr((signature, codegen.magic_tuple(), versions)).encode() + source
        return f"{self._name}-{hashlib.sha256(key).hexdigest()[:24]}.nbc"


def read_entry(path: Path) -> bytes | None:
    """What was written, or None if there is nothing; what is damaged is deleted."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    checksum, data = content[:CHECKSUM_BYTES], content[CHECKSUM_BYTES:]
    if hashlib.sha256(data).digest() != checksum:
        _delete(path)
        return None
    return data


def write_entry(path: Path, data: bytes) -> None:
    """Write an entry, whole or not at all. Raises OSError where that is impossible."""
    if not path.parent.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)
        _delete_old_stamps(path.parent.parent)
    partial = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
    try:
        partial.write_bytes(hashlib.sha256(data).digest() + data)
        partial.replace(path)
    except OSError:
        _delete(partial)
        raise


def _delete_old_stamps(folder: Path) -> None:
    with contextlib.suppress(OSError):  # another process may be doing the same
        stamps = sorted(folder.iterdir(), key=lambda stamp: stamp.stat().st_mtime, reverse=True)
        for stamp in stamps[STAMPS_KEPT:]:
            shutil.rmtree(stamp, ignore_errors=True)


def _delete(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
