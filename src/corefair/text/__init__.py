"""The analysis every system shares: tags, lemmas, trees and names, by a spaCy pipeline that ships with us."""

from corefair.text.analysis import analyse

__all__ = ["analyse"]
