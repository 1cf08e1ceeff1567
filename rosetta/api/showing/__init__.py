"""Showing: what results give to notebooks and files: pictures, pages, tables."""
