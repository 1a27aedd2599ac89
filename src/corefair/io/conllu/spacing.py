"""White space, text and offsets: from the marks in CoNLL-U's last column, and back into them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from corefair.errors import DataError
from corefair.io.conllu.rows import FORM, Table, multiword_tokens
from corefair.types import Document

# First word of each multi-word token -> the word after it, and its row or form:
_Tokens = Mapping[int, tuple[int, str]]
_NEWPAR = re.compile(r"#\s*newpar\b")
# As UDPipe writes them:
_ESCAPES = {"\\": r"\\", " ": r"\s", "\t": r"\t", "\n": r"\n", "\r": r"\r", "|": r"\p"}
_SPACES = {escape: space for space, escape in _ESCAPES.items()}


def take_gaps(
    misc: Iterable[str], table: Table, comments: Sequence[Sequence[str]]
) -> tuple[list[str], dict[int, str]]:
    """The last column without the marks that say what stands after words, and that (-1: before the first).

    A mark that says nothing stays: in a multi-word token, at the end of a paragraph or text.
    """
    misc = list(misc)
    gaps: dict[int, str] = {}
    ends = {
        end - 1 for (_, end), gap in zip(table.spans(), _after_sentences(comments), strict=True) if gap != " "
    }
    inside: set[int] = set()
    for word, (end, row) in multiword_tokens(table.others).items():
        inside.update(range(word, end))
        for piece in row.rsplit("\t", 1)[1].split("|"):
            _take(piece, end - 1, gaps, ends)
    for i, cell in enumerate(misc):
        if "Space" not in cell:
            continue
        kept = []
        for piece in cell.split("|"):
            if i == 0 and piece.startswith("SpacesBefore=") and -1 not in gaps:
                gaps[-1] = _unescaped(piece[13:])
            elif i in inside or not _take(piece, i, gaps, ends):
                kept.append(piece)
        misc[i] = "|".join(kept) if kept else "_"
    for i, gap in gaps.items():
        if gap and not gap.isspace():
            raise DataError(f"not white space: {gap!r}", line=table.lines[max(i, 0)])
    return misc, gaps


def spell(
    table: Table,
    comments: Sequence[Sequence[str]],
    texts: Sequence[tuple[int, str | None]],
    gaps: Mapping[int, str],
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text, and the characters of each word in it; `texts` are those of sentences, with their lines."""
    words = table.columns[FORM]
    after = [" "] * len(words)  # white space after each word
    for (_, end), gap in zip(table.spans(), _after_sentences(comments), strict=True):
        after[end - 1] = gap
    for word, gap in gaps.items():
        if word >= 0:
            after[word] = gap
    several = multiword_tokens(table.others)
    for word, (end, _) in several.items():
        after[word : end - 1] = [""] * (end - 1 - word)
    odd = _not_spelled(several, words)
    made = [gaps.get(-1, "")]
    at = len(made[0])
    offsets: list[tuple[int, int]] = []
    for (first, last), (line, text) in zip(table.spans(), texts, strict=True):
        ends, forms = _tokens(first, last, words, odd)
        spaces = [after[end - 1] for end in ends]
        if text is not None:
            shown = [form + (space and " ") for form, space in zip(forms, spaces, strict=True)]
            shown[-1] = forms[-1]
            if "".join(shown) != text:
                spaces[:-1] = _gaps_in(text, forms, spaces, line)
        for end, form, space in zip(ends, forms, spaces, strict=True):
            offsets.append((at, at + len(form)))
            while len(offsets) < end:
                offsets.append(offsets[-1])
            at += len(form) + len(space)
        made += chain.from_iterable(zip(forms, spaces, strict=True))
    return "".join(made), tuple(offsets)


def texts_and_marks(
    doc: Document, others: Sequence[tuple[int, str]], comments: Sequence[Sequence[str]]
) -> tuple[list[str], list[tuple[int, str]]]:
    """The text of each sentence, a space for any white space; and words with marks, where it is unusual."""
    texts: list[str] = []
    marks: list[tuple[int, str]] = []
    if doc.text is None or doc.offsets is None:
        return texts, marks
    begin = doc.offsets[0][0]
    if begin:
        marks.append((0, "SpacesBefore=" + _escaped(doc.text[:begin])))
    several = multiword_tokens(others)
    odd = _not_spelled(several, doc.words)
    inside = {word for first, (end, _) in several.items() for word in range(first, end)}
    starts = [start for start, _ in doc.offsets] + [len(doc.text)]
    for (first, last), last_gap in zip(doc.sentence_spans(), _after_sentences(comments), strict=True):
        spelled = ""
        for end, form in zip(*_tokens(first, last, doc.words, odd), strict=True):
            gap = doc.text[doc.offsets[end - 1][1] : starts[end]]
            usual = last_gap if end == last else " "
            if gap != usual and end - 1 not in inside:  # the row of a multi-word token says it itself
                no = gap == "" and usual == " "
                marks.append((end - 1, "SpaceAfter=No" if no else "SpacesAfter=" + _escaped(gap)))
            spelled += form + (" " if gap and end < last else "")
        texts.append(spelled)
    return texts, marks


def _after_sentences(comments: Sequence[Sequence[str]]) -> list[str]:
    """What stands after each sentence unless something else is said."""
    return ["\n" if any(map(_NEWPAR.match, group)) else " " for group in comments[1:]] + [""]


def _take(piece: str, word: int, gaps: dict[int, str], ends: set[int]) -> bool:
    """Whether the piece is a mark, which goes into `gaps`; at the `ends` of paragraphs `No` says nothing."""
    if piece == "SpaceAfter=No" and word not in ends:
        gaps.setdefault(word, "")
    elif piece.startswith("SpacesAfter="):
        gaps[word] = _unescaped(piece[12:])
    else:
        return False
    return True


def _unescaped(gap: str) -> str:
    return re.sub(r"\\.", lambda match: _SPACES.get(match[0], match[0]), gap)


def _escaped(gap: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in gap)


def _not_spelled(several: _Tokens, words: Sequence[str]) -> _Tokens:
    """The multi-word tokens that are not just their words one after the other, with their forms."""
    forms = {word: (end, row.split("\t", 2)[1]) for word, (end, row) in several.items()}
    return {word: (end, form) for word, (end, form) in forms.items() if form != "".join(words[word:end])}


def _tokens(start: int, end: int, words: Sequence[str], odd: _Tokens) -> tuple[Sequence[int], Sequence[str]]:
    """A sentence as it stands in the text: the index of the word after each token, and its form."""
    if odd.keys().isdisjoint(range(start, end)):
        return range(start + 1, end + 1), words[start:end]
    ends: list[int] = []
    forms: list[str] = []
    while start < end:
        start, form = odd.get(start) or (start + 1, words[start])
        ends.append(start)
        forms.append(form)
    return ends, forms


def _gaps_in(text: str, forms: Sequence[str], spaces: Sequence[str], line: int) -> list[str]:
    """The white space between tokens as `# text` has it, where that is not what the words say."""
    found: list[str] = []
    at = 0
    for i, form in enumerate(forms):
        begin = at
        while text[at : at + 1].isspace():
            at += 1
        if not text.startswith(form, at):
            here = f"the word {form!r} where it has {text[at : at + 20]!r}"
            raise DataError(f"offsets that do not match the text: {here}", line=line)
        if i:
            unusual = spaces[i - 1] not in ("", " ") and at > begin
            found.append(spaces[i - 1] if unusual else text[begin:at])
        at += len(form)
    rest = text[at:].strip()
    if rest:
        raise DataError(f"offsets that do not match the text: no words for {rest[:20]!r}", line=line)
    return found
