"""Counts of what corpora hold: who is written about, and how."""
