"""What people see of a comparison: the table in the terminal, JSON for scripts, the HTML page.

Everything here is drawn from the records in `report.comparison.records`; nothing here solves or judges.
"""
