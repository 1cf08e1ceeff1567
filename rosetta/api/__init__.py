"""The public API: what `import rosetta as rs` offers; its names stand in `rosetta.__all__`.

Each function enters the study that the verb of its name enters, so its results are those of the command line. It
returns a frozen record: typed fields, `str` (what the terminal shows), pictures for notebooks, `to_json`. `arguments`
reads what a program may pass, and turns every refusal into a ValueError with one message. Nothing is printed.
"""
