"""The pictures of the documentation: `python docs/draw_pictures.py [FOLDER]` draws them, by default into docs/pictures.

Boards and their solutions are drawn by the project itself, and so are the figures of the standard campaign, from its
results in docs/measurements. The board that stands for each puzzle is drawn for the gallery (docs/draw_gallery.py).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROSETTA = "from rosetta.commands.verbs import main; main()"  # what the installed script does
ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
BOARDS = {  # by the name of the picture: the puzzle, and the board
    "petersen": ("lightsout", "petersen"),
    "soma": ("tiling", "soma"),
}
RESULTS = ROOT / "docs" / "measurements" / "standard.csv.gz"
FIGURES = {  # by the name of the picture: the puzzle, and the figure
    "results-tents": ("tents", "survival"),
    "results-akari": ("akari", "survival"),
    "results-lightsout": ("lightsout", "survival"),
    "results-tiling": ("tiling", "survival"),
    "results-starbattle": ("starbattle", "survival"),
    "results-steps": ("tents", "steps"),
    "results-instances": ("tiling", "heatmap"),
}
CHOICE = ("--where", "encoding=auto", "--where", "profile=default")


def run_rosetta(*words: str) -> None:
    """Run a command of the project, without what it prints."""
    subprocess.run([sys.executable, "-c", ROSETTA, *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def draw_boards(folder: Path) -> None:
    """`NAME.svg` and `NAME-solved.svg` of each board."""
    for name, (puzzle, what) in BOARDS.items():
        for file, flags in ((f"{name}.svg", []), (f"{name}-solved.svg", ["--solution"])):
            (folder / file).unlink(missing_ok=True)
            run_rosetta("convert", puzzle, what, *flags, "-o", str(folder / file))


def draw_results(folder: Path) -> None:
    """The figures of the standard campaign."""
    with tempfile.TemporaryDirectory() as scratch:
        for puzzle in sorted({puzzle for puzzle, _ in FIGURES.values()}):
            words = ("--where", f"puzzle={puzzle}", "--figures", f"{scratch}/{puzzle}")
            run_rosetta("bench", "report", "--store", str(RESULTS), *CHOICE, *words)
        for name, (puzzle, figure) in FIGURES.items():
            shutil.copyfile(f"{scratch}/{puzzle}/{figure}.svg", folder / f"{name}.svg")


def main(folder: Path) -> None:
    """Draw all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    draw_boards(folder)
    draw_results(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
