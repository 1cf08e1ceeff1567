"""One program on one file: what it says of it, or why it cannot be asked."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from backends.calling.subprograms import OutputBound, run
from backends.contract import Limits, StatedFile, Status
from backends.formats.contract import file_format
from backends.rereading.programs import SETTINGS, FileReader, Saying
from rosetta.foundation.work_clock import work_seconds

MOST_PRINTED = 50_000_000  # bytes: of what it prints, the values of all variables are the most


@dataclass(frozen=True, slots=True)
class Reread:
    """What came of it. reader: its name; version: of the program; status: UNSUPPORTED where it cannot be asked, ERROR
    where it refuses the file; objective: in the sense of the file; seconds: of the run; note: why it says nothing."""

    reader: str
    version: str
    status: Status
    objective: float | None = None
    seconds: float = 0.0
    note: str = ""


def ask_reader(reader: FileReader, file: StatedFile, maximise: bool, limits: Limits) -> Reread:
    """Give the program the file, byte for byte. maximise: it takes no notice of the sense of the file, and is told."""
    absence = reader.program.probe()
    if absence is not None:
        return Reread(reader.name, "", Status.UNSUPPORTED, note=absence)
    start = work_seconds()
    with tempfile.TemporaryDirectory(prefix="reread-") as folder:
        path, result = Path(folder, f"model.{file_format(file.format).extension}"), Path(folder, "result")
        path.write_bytes(file.content)
        if reader.settings:
            path.with_name(SETTINGS).write_text(reader.settings)
        words = reader.arguments(str(path), str(result), limits.seconds, maximise)
        try:
            ended = run(
                [reader.program.name, *words],
                reader.program.path,
                reader.program.folder(folder),
                limits.seconds,
                OutputBound(MOST_PRINTED),
            )
        except OSError as error:
            saying = Saying(Status.ERROR, note=f"it cannot be run: {error.strerror}")
        else:
            if ended.timed_out:
                saying = Saying(Status.UNKNOWN, note=limits.time_limit_note)
            else:
                printed = ended.stdout + b"\n" + ended.stderr_tail.encode()
                saying = reader.says(printed, result.read_bytes() if result.exists() else b"")
    seconds = work_seconds() - start
    note = saying.note.replace(f"{folder}/", "")
    return Reread(reader.name, reader.program.version, saying.status, saying.objective, seconds, note)
