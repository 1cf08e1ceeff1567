"""The store of a campaign: one SQLite file, one writer. It holds the plan, every attempt, and what came of it.

schema.py, migrations.py   the tables and views; from older files to today's
opening.py, lock.py        which files are stores; one writer, many readers
store.py                   what a campaign does with it
latest_plan.py             the plan that was run last: its campaign file, a further run of it
named_cells.py             the cell whose id begins as a person says
merging.py, cleaning.py    several stores as one; forgetting what does not count
errors.py                  what is refused, and what a full disk is

Anybody may read it while it is written:

    $ sqlite3 -readonly tents.db "SELECT configuration, count(*), avg(total_s) FROM latest GROUP BY 1"
    >>> pandas.read_sql("SELECT * FROM latest", sqlite3.connect("file:tents.db?mode=ro", uri=True))

`latest` has the columns of `columns.py`, but the judged ones, which rest on all rows of an instance: `bench export`
fills these. A store that is not being written is a single file, which can be copied; on a medium that cannot be
written, add `&immutable=1` to the address. It lies on a local disk: SQLite's WAL does not work over a network.

A longer time limit is another cell: results under a shorter one are not taken over. Some solvers plan by their limit,
so a row must be what was measured under the limit that it names.
"""
