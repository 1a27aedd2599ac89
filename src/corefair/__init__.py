"""Measure gender bias in coreference resolution and in word vectors, and mitigate it."""

__version__ = "0.1.0"
