"""Reproductions: claims and figures of the sources, computed anew and compared with what is printed.

An item is one claim or table of a source; it is one file, in the folder of its puzzle (`akari`, `lightsout`, `tents`,
`tiling`). `registry` maps names to items, and `records` says what an item is and which entries it yields. Items share
`optimum` (a least value, by several engines, proved if it can be), `refuting` (proofs that there is no solution),
`intervals` (95 % intervals) and `curve` (plots). Several
solvers on the same boards, with a limit: `akari/times.py`.

`report/reproduction` shows the entries; the results are in `docs/measurements/reproductions.md`.
"""
