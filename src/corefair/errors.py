"""Everything corefair raises on purpose, each message written for the person who reads it.

CorefairError
├── DataError      a file or a document is not what it should be: says where and what to do
├── UnknownName    no system, suite, metric, mitigator or format of that name: offers near names
├── MissingWords   vectors lack words that were asked for: lists them
└── MissingExtra   an optional package is not installed: names the pip command
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

_LONGEST = 1_000  # characters of a message, whatever it quotes


class CorefairError(Exception):
    """The root: catch this to catch everything corefair raises on purpose."""


class DataError(CorefairError):
    """A file or document that cannot be used, with its place.

    >>> print(DataError("3 columns, expected 12", path="a.conll", line=7))
    a.conll:7: 3 columns, expected 12

    It is one line, whatever of the file it quotes:

    >>> print(DataError("no group is called 'a\\nb'"))
    no group is called 'a␊b'
    """

    def __init__(self, message: str, *, path: str | None = None, line: int | None = None) -> None:
        message = _one_line(message)
        super().__init__(message)
        self.message, self.path, self.line = message, path, line

    def __str__(self) -> str:
        place = [_one_line(str(part)) for part in (self.path, self.line) if part is not None]
        return ":".join(place) + ": " + self.message if place else self.message

    def at(self, *, path: str | None = None, line: int | None = None) -> DataError:
        """The same error with whatever part of its place was not known where it was raised.

        >>> print(DataError("there is nothing in it", path="suite.tsv").at(path="grid.yaml", line=6))
        suite.tsv: there is nothing in it
        """
        elsewhere = None not in (self.path, path) and self.path != path  # then the line is not of our file
        return DataError(
            self.message,
            path=self.path if self.path is not None else path,
            line=line if self.line is None and not elsewhere else self.line,
        )


def _one_line(text: str) -> str:
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"
    return text.replace("\n", "␊")


class UnknownName(CorefairError):
    """A name nobody registered; `listed` are the known ones with more to say of each, `note` comes last.

    >>> print(UnknownName("metric", "muk", ["muc", "lea"]))
    no metric is called 'muk'; did you mean muc? (known: lea, muc)
    """

    def __init__(
        self, kind: str, name: str, known: Iterable[str], *, listed: str | None = None, note: str = ""
    ) -> None:
        known = sorted(set(known))
        near = get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        shown = (", ".join(known) if listed is None else listed) or "none"
        super().__init__(f"no {kind} is called {name!r}{hint} (known: {shown}){note and f'; {note}'}")


class MissingWords(CorefairError):
    """Words the vectors do not have.

    >>> print(MissingWords(["zir", "hir"], of=10, name="glove.txt"))
    glove.txt lacks 2 of 10 words: zir, hir
    """

    def __init__(self, words: Sequence[str], *, of: int, name: str) -> None:
        shown = ", ".join(words[:10]) + (", …" if len(words) > 10 else "")
        super().__init__(f"{name} lacks {len(words)} of {of} words: {shown}")


class MissingExtra(CorefairError):
    """An optional package is not installed.

    >>> print(MissingExtra("spacy", extra="text"))
    this needs spacy; install it with: pip install 'corefair[text]'
    """

    def __init__(self, package: str, *, extra: str) -> None:
        super().__init__(f"this needs {package}; install it with: pip install 'corefair[{extra}]'")
