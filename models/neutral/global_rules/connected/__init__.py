"""The vertices that are there are connected with each other, or each with a root.

Every vertex that is there has a way to a root, step by step (`parents`). Formulations differ in how they say that no
way goes round in a circle. The first one is stated in rows, so that it can be proved, explained, and written to files.
The variables that they add are not determined by the answer, so solutions are counted on the answer's variables.
"""
