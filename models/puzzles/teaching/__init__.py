"""What a puzzle may tell a reader beyond an answer: a `lesson`, step by step as a teacher gives it, and the
`answer_space`, all solutions at once or why there is none. None of it is evidence for a verdict.
"""
