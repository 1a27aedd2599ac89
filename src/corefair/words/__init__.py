"""Which words may be changed: those whose gender is part of their meaning are told from the rest."""

from corefair.words.choosing import METHODS, select, write_selection
from corefair.words.selection import Selection

__all__ = ["METHODS", "Selection", "select", "write_selection"]
