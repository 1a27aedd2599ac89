"""Bytes in, documents and vectors out, and back: one format a file."""

from corefair.io.documents import detect, read, write

__all__ = ["detect", "read", "write"]
