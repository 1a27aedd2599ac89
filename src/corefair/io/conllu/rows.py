"""The lines of a CoNLL-U document, sorted out into comments, a table of words, and the other rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io.documents import Block
from corefair.types import Document, Json

FORM, LEMMA, UPOS, TAG, FEATS, HEAD, RELATION, DEPS, MISC = range(1, 10)  # columns
RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")  # the id of a multi-word token
EMPTY = re.compile(r"([0-9]{1,9})\.[1-9][0-9]{0,8}")  # the id of an empty node


class Table(NamedTuple):
    """The lines of a document, sorted out; words are counted from the beginning of the document."""

    comments: list[list[tuple[int, str]]]  # of each sentence, with line numbers
    starts: list[int]  # of each sentence, its first word
    columns: list[list[str]]  # of words
    lines: list[int]  # of words: line numbers
    others: list[tuple[int, str]]  # rows that are no words, after the number of words before them
    other_lines: list[int]  # their line numbers

    def spans(self) -> list[tuple[int, int]]:
        """Half-open word spans of the sentences."""
        return list(pairwise([*self.starts, len(self.lines)]))


def table_of(block: Block) -> Table:
    """The table of a document, or a DataError with the line that has no place in one."""
    comments: list[list[tuple[int, str]]] = [[]]
    sentences: list[int] = [0]  # first row of each
    rows: list[str] = []
    lines: list[int] = []
    for number, line in enumerate([*block.text.replace("\r\n", "\n").split("\n"), ""], block.line):
        if line[:1] == "#":
            if len(rows) > sentences[-1]:
                raise DataError("a comment among words: is the blank line before it missing?", line=number)
            comments[-1].append((number, line))
        elif line and not line.isspace():
            rows.append(line)
            lines.append(number)
        elif len(rows) > sentences[-1]:
            sentences.append(len(rows))
            comments.append([])
    if not rows:
        raise DataError("a document without words", line=block.line)
    if comments[-1]:
        raise DataError("comments at the end, with no words after them", line=comments[-1][0][0])
    tabs = [row.count("\t") for row in rows]
    if tabs.count(9) < len(tabs):
        bad = next(i for i, n in enumerate(tabs) if n != 9)
        raise DataError(f"{tabs[bad] + 1} columns, expected 10 with tabs between", line=lines[bad])
    cells = "\t".join(rows).split("\t")
    starts, places = _number(cells[::10], sentences, lines)
    others = [(word, rows[at]) for word, at in places]
    other_lines = [lines[at] for _, at in places]
    for _, at in reversed(places):
        del cells[10 * at : 10 * at + 10], lines[at]
    columns = [cells[column::10] for column in range(10)]
    if "" in columns[FORM]:
        raise DataError("a word with no characters", line=lines[columns[FORM].index("")])
    return Table(comments[:-1], starts, columns, lines, others, other_lines)


def others_in(doc: Document) -> list[tuple[int, str]]:
    """The rows that are no words as `meta` keeps them, none if they are not what the reader made."""
    kept = doc.meta.get("rows")
    rows = [_row(pair, len(doc.words)) for pair in kept] if isinstance(kept, list) else []
    return [row for row in rows if row] if all(rows) else []


def _row(pair: Json, n_words: int) -> tuple[int, str] | None:
    """A word and a row of ten columns, with an id that so many words can have there; or else None."""
    word, row = pair if isinstance(pair, list) and len(pair) == 2 else (None, None)
    if type(word) is not int or not isinstance(row, str) or row.count("\t") != 9 or not 0 <= word <= n_words:
        return None
    several = RANGE.fullmatch(row.partition("\t")[0])
    fits = several is None or 0 < int(several[2]) - int(several[1]) < n_words - word
    return (word, row) if fits else None


def multiword_tokens(others: Iterable[tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """First word of each multi-word token -> the word after it, and its row."""
    found = ((word, RANGE.match(row), row) for word, row in others)
    return {word: (word + 1 + int(ids[2]) - int(ids[1]), row) for word, ids, row in found if ids}


def _number(
    ids: list[str], sentences: list[int], lines: list[int]
) -> tuple[list[int], list[tuple[int, int]]]:
    """The first word of each sentence, and the rows that are no words, after the number of words before."""
    starts: list[int] = []
    others: list[tuple[int, int]] = []
    numerals = list(map(str, range(1, 1 + max(last - first for first, last in pairwise(sentences)))))
    for first, last in pairwise(sentences):
        starts.append(first - len(others))
        count = covered = 0  # words so far; the last one in a multi-word token
        for row in range(first, last):
            if ids[row] == numerals[count]:
                count += 1
                continue
            several, empty = RANGE.fullmatch(ids[row]), EMPTY.fullmatch(ids[row])
            if several and int(several[1]) == count + 1 > covered and int(several[2]) > count:
                covered = int(several[2])
            elif not (empty and int(empty[1]) == count):
                raise DataError(f"the id {ids[row]!r} is out of order: expected {count + 1}", line=lines[row])
            others.append((starts[-1] + count, row))
        needed = max(covered, 1)
        if count < needed:
            raise DataError(f"a sentence with {count} words, expected {needed}", line=lines[last - 1])
    return starts, others
