"""The public API: what `import rosetta as rs` offers; its names stand in `rosetta.__all__`.

Each function enters the verb of its name (`rosetta.verbs`), so its results are those of the command line. It returns a
frozen record: typed fields, `str` (what the terminal shows), pictures for notebooks, `to_json`. `calling` reads what a
program may pass, and turns every refusal into a ValueError with one message; `showing` makes pictures, pages and
tables. Nothing is printed; that loops are being compiled, which takes up to a minute at first use, is said once by the
logger "rosetta".
"""

from rosetta.foundation.jit import watch_compiler

_logged: set[str] = set()


def _log_compilation(what: str, lasting: bool = False, /) -> None:
    """A watch for programs: a line when compiling begins, and one if what is compiled cannot be kept."""
    import logging

    from report.compilation import lasting_line

    message = lasting_line(what, lasting)
    if message and message not in _logged:
        _logged.add(message)
        logging.getLogger("rosetta").warning(message)


watch_compiler(_log_compilation)
