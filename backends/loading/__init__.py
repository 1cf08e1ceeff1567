"""Handing models to solver libraries in bulk, from columns: no Python object per variable, row or literal."""
