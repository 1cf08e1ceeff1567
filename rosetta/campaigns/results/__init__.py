"""Results: the rows of a store, judged, for whoever reads them.

judged_results  a row per cell, with its verdict
frames          the same as a pandas frame, from a store, an export or rows; a choice of rows
exports         the same as CSV, JSON lines and Parquet
"""
