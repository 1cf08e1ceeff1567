"""Rules about numbers in explanations: which rows say one row of a rule (`rule_parts`), and what follows from these
together (`rule_deductions`)."""
