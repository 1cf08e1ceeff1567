"""A number is the largest of others. `models.neutral.global_rules.minimum` states its rules by this code, too."""
