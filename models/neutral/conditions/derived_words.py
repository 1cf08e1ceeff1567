"""Words for the Booleans that conditions add, from those of the rows that they are about: `row 2 has too much`."""

from __future__ import annotations

from dataclasses import dataclass

from models.neutral.blocks import Block
from models.neutral.wording.phrases import Each, each


@dataclass(frozen=True, slots=True, eq=False)
class RowNames:
    """The names of all rows of a block, each with its rule; made when they are read."""

    block: Block

    def __call__(self) -> list[str]:
        return [f"{self.block.name_of_row(row)} ({self.block.sentence})" for row in range(len(self.block))]


def words_about_rows(block: Block, says: str, denies: str) -> Each:
    """What Booleans say, one for each row of the block: `has too much`; denies: what one says that does not hold."""
    return each(f"{{which}} {says}", denies=f"{{which}} {denies}", which=RowNames(block))


def too_little(block: Block) -> Each:
    return words_about_rows(block, "has too little", "does not have too little")


def too_much(block: Block) -> Each:
    return words_about_rows(block, "has too much", "does not have too much")


def is_kept(block: Block) -> Each:
    return words_about_rows(block, "holds", "does not hold")


def is_broken(block: Block) -> Each:
    return words_about_rows(block, "is broken", "is kept")


def does_count(block: Block) -> Each:
    return words_about_rows(block, "counts", "does not count")
