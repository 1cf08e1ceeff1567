"""JSON Schemas of the documents that verbs print (`report.documents`), made from their types.

restrictions     what a text may be, as marks in those types
"""
