"""Arithmetic on totals."""
