"""CoNLL-U with coreference as `Entity=` in its last column: CorefUD, GUM, OntoGUM.

A document reaches from `# newdoc id = X` to the next; without that line its id is the stem of its first
`sent_id`, or `document N` after the line N where it begins. Every identifier is a cluster, singletons too. A
discontinuous mention becomes the span from its first part to its last. A mention that begins or ends on an
empty node becomes the words it covers; one that covers none is left out, and counted in
`meta["zero_mentions"]`. Sentences are joined by a space, at `# newpar` by a line end, or by what
`SpacesAfter` says. Words that do not spell their multi-word token all have the whole of it as characters.

So that nothing is lost in writing, `layers` keep lemma, upos, feats, deps and misc, and `brackets`: the
`Entity` cells as they were (with information status and so on) where ours would differ, written again as
long as they fit the clusters. `meta` keeps `comments` of the document, `sentence_comments`, `rows` of
multi-word tokens and empty nodes, and `entity_fields`. What CoNLL-U has no place for goes into one comment.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields as fields_of
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

from corefair.errors import DataError
from corefair.io import predictions
from corefair.io.brackets import Cell, Fields, cells_of, typed_clusters_of
from corefair.io.documents import Block
from corefair.registry import formats
from corefair.types import Document, Mention

_NEWDOC = re.compile(r"#\s*newdoc\b")
_NEWPAR = re.compile(r"#\s*newpar\b")
_ABOUT = re.compile(r"newdoc( id)?$|global\.|meta::")
_GUM = re.compile(r"(?:GUM|GENTLE)_([a-z]+)_")
_RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
_EMPTY = re.compile(r"([0-9]{1,9})\.[1-9][0-9]{0,8}")
_LABEL = re.compile(r"[^()|\-\s]+")
_FORM, _TAG, _HEAD, _RELATION, _MISC = 1, 4, 6, 7, 9
_LAYERS = {2: "lemma", 3: "upos", 5: "feats", 8: "deps"}
_EXTRA = ("tags", "heads", "relations", "speakers", "entities", "genre", "layers", "meta")
_SPACES = {
    "\\": r"\\",
    " ": r"\s",
    "\t": r"\t",
    "\n": r"\n",
    "\r": r"\r",
    "|": r"\p",
}  # as UDPipe writes them
_UNSPACED = {escape: space for space, escape in _SPACES.items()}


@formats.register("conllu", suffixes=(".conllu",))
class Conllu:
    """CoNLL-U: ten columns, a blank line after a sentence, `Entity=(1-person` … `1)` among the last."""

    @staticmethod
    def claims(head: str) -> bool:
        pattern = r"^(?:# ?(?:newdoc|sent_id|global\.)|1(?:-[0-9]+)?(?:\t[^\t\n]+){9}$)"
        return bool(re.search(pattern, head, re.MULTILINE))

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Block]:
        held: list[str] = []
        first = 1  # line number of held[0]
        tail = 0  # the comments at the end of `held` begin here: they belong to the next sentence
        named = False  # whether the comments at the end have a newdoc already
        for line in lines:
            if line[:1] != "#":
                tail, named = len(held) + 1, False
            elif line[1:10].strip()[:1] == "n" and _NEWDOC.match(line):
                cut = len(held) if named else tail
                if any((old.strip() and old[0] != "#") or _NEWDOC.match(old) for old in held[:cut]):
                    yield Block(first, "".join(held[:cut]))
                    held, first, tail = held[cut:], first + cut, 0
                named = True
            held.append(line)
        if any(line.strip() for line in held):
            yield Block(first, "".join(held))

    @staticmethod
    def parse(block: Block) -> Document:
        table = _table(block)
        try:
            return _document(table, block.line)
        except DataError as error:
            raise error.at(line=block.line) from None

    @staticmethod
    def render(doc: Document) -> str:
        if not doc.words:
            raise DataError(f"document {doc.id!r} has no words, and CoNLL-U cannot hold that")
        held = _without_stale(doc)
        # Reading it again is the proof that nothing was lost, and shows what CoNLL-U has no place for.
        written = _write(held, {})
        back = _read_back(held, written)
        lacking = _lacking(held, back)
        if lacking:
            written = _write(held, lacking)
            back = _read_back(held, written)
        lost = [
            field.name for field in fields_of(doc) if getattr(back, field.name) != getattr(held, field.name)
        ]
        if lost:
            raise DataError(f"document {doc.id!r}: CoNLL-U cannot hold what it has as {' and '.join(lost)}")
        return written


class _Table(NamedTuple):
    """The lines of a document, sorted out."""

    comments: list[list[tuple[int, str]]]  # of each sentence, with line numbers
    starts: list[int]  # of each sentence, its first word
    columns: list[list[str]]  # of words
    lines: list[int]  # of words: line numbers
    extra: list[tuple[int, str, int]]  # other rows: the word they stand before or after, the row, its line


def _table(block: Block) -> _Table:
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
    starts, others = _number(cells[::10], sentences, lines)
    extra = [(word, rows[at], lines[at]) for word, at in others]
    for _, at in reversed(others):
        del cells[10 * at : 10 * at + 10], lines[at]
    columns = [cells[column::10] for column in range(10)]
    if "" in columns[_FORM]:
        raise DataError("a word with no characters", line=lines[columns[_FORM].index("")])
    return _Table(comments[:-1], starts, columns, lines, extra)


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
            several, empty = _RANGE.fullmatch(ids[row]), _EMPTY.fullmatch(ids[row])
            if several and int(several[1]) == count + 1 > covered and int(several[2]) > count:
                covered = int(several[2])
            elif not (empty and int(empty[1]) == count):
                raise DataError(f"the id {ids[row]!r} is out of order: expected {count + 1}", line=lines[row])
            others.append((starts[-1] + count, row))
        if count < max(covered, 1):
            raise DataError(
                f"a sentence with {count} words, expected {max(covered, 1)}", line=lines[last - 1]
            )
    return starts, others


def _document(table: _Table, line: int) -> Document:
    columns, starts = table.columns, table.starts
    words = columns[_FORM]
    about, sentence_comments, texts, speakers = _comments(table.comments)
    misc, brackets, gaps = _misc(table)
    cells = _cells(dict(enumerate(brackets)), [(word, row) for word, row, _ in table.extra])
    declared = about.pop("global.Entity", None)
    try:
        clusters, entities, n_zero = typed_clusters_of([cell for _, cell in cells], Fields.of(declared))
    except DataError as error:
        at = cells[error.line or 0][0]
        here = table.lines[at] if at >= 0 else table.extra[-1 - at][2]
        raise DataError(error.message, line=here) from None
    about.pop("newdoc", None)
    name = about.pop("newdoc id", "") or _stem(table.comments[0]) or f"document {line}"
    gum = _GUM.match(name)
    genre = about.pop("meta::genre", gum[1] if gum else None) or None
    extra = _take_extra(about.pop("global.corefair", "{}"), words)
    spelled = (
        _spell(table, texts, gaps) if gaps or any(text is not None for _, text in texts) else (None, None)
    )
    for i, comments in enumerate(sentence_comments):
        if comments == [f"# sent_id = {name}-{i + 1}"]:
            comments.clear()  # what we write where there is none
    given = {
        **{_LAYERS[at]: tuple(columns[at]) for at in _LAYERS if set(columns[at]) != {"_"}},
        **({"misc": tuple(misc)} if set(misc) != {"_"} else {}),
    }
    doc = Document(
        id=name,
        words=tuple(words),
        sentences=tuple(starts),
        clusters=clusters,
        text=spelled[0],
        offsets=spelled[1],
        tags=extra.get("tags", tuple(columns[_TAG]) if set(columns[_TAG]) != {"_"} else None),
        heads=extra.get("heads", _heads(table)),
        relations=extra.get(
            "relations", tuple(columns[_RELATION]) if set(columns[_RELATION]) != {"_"} else None
        ),
        entities=extra.get("entities", entities),
        speakers=extra.get("speakers", _per_word(speakers, table)),
        genre=extra.get("genre", genre),
    )
    own: str | None = None
    fresh: dict[int, str] = {}
    if not declared or declared.count("-") < 2:
        with suppress(DataError):  # mentions that cross: only brackets as they were can say them
            own, fresh = _own_brackets(doc)
    if {at: cell.text for at, cell in cells} != fresh:
        given["brackets"] = tuple(cell or "_" for cell in brackets)
    meta: dict[str, Any] = {
        "comments": about,
        "sentence_comments": sentence_comments if any(sentence_comments) else None,
        "rows": [[word, row] for word, row, _ in table.extra],
        "entity_fields": declared if declared != own or "brackets" in given else None,
        "zero_mentions": n_zero,
    }
    meta = {key: value for key, value in meta.items() if value}
    return replace(doc, layers=given | extra.get("layers", {}), meta=meta | extra.get("meta", {}))


def _comments(
    groups: list[list[tuple[int, str]]],
) -> tuple[dict[str, str], list[list[str]], list[tuple[int, str | None]], list[str]]:
    """Comments on the document; on each sentence the others, the text with its line, and the speaker."""
    about: dict[str, str] = {}
    others: list[list[str]] = []
    texts: list[tuple[int, str | None]] = []
    speakers: list[str] = []
    for group in groups:
        kept: list[str] = []
        text: tuple[int, str | None] = (0, None)
        speaker = ""
        for line, comment in group:
            key, equals, value = comment[1:].partition("=")
            key = key.strip()
            if key == "text" and equals:
                if text[1] is not None:
                    raise DataError("a second text for one sentence", line=line)
                text = line, value.removeprefix(" ")
            elif key == "speaker" and not speaker:
                speaker = value.strip()
            elif not others and key not in about and (equals or key == "newdoc") and _ABOUT.match(key):
                about[key] = value.strip()
            else:
                kept.append(comment)
        others.append(kept)
        texts.append(text)
        speakers.append(speaker)
    return about, others, texts, speakers


def _misc(table: _Table) -> tuple[list[str], list[str], dict[int, str]]:
    """The last column without what is read from it; the brackets; the white space after words (-1: before).

    A mark of white space that says nothing stays: in a multi-word token, at the end of a paragraph or text.
    """
    column = table.columns[_MISC]
    misc, brackets = list(column), [""] * len(column)
    gaps: dict[int, str] = {}
    inside: set[int] = set()
    ends = {len(column) - 1}
    for start, group in zip(table.starts, table.comments, strict=True):
        if _between([comment for _, comment in group]) == "\n":
            ends.add(start - 1)
    for word, (end, row) in _several((word, row) for word, row, _ in table.extra).items():
        inside.update(range(word, end))
        for piece in row.rsplit("\t", 1)[1].split("|"):
            _take_space(piece, end - 1, gaps, ends=end - 1 in ends)
    for i, cell in enumerate(column):
        if cell == "_" or ("Entity=" not in cell and "Space" not in cell):
            continue
        kept = []
        for piece in cell.split("|"):
            if piece.startswith("Entity=") and not brackets[i]:
                brackets[i] = piece[7:]
                if brackets[i]:
                    continue
            elif piece.startswith("SpacesBefore=") and i == 0 and -1 not in gaps:
                gaps[-1] = _white(piece[13:])
                continue
            elif i not in inside and _take_space(piece, i, gaps, ends=i in ends):
                continue
            kept.append(piece)
        misc[i] = "|".join(kept) if kept else "_"
    for i, gap in gaps.items():
        if gap and not gap.isspace():
            raise DataError(f"not white space: {gap!r}", line=table.lines[max(i, 0)])
    return misc, brackets, gaps


def _take_space(piece: str, word: int, gaps: dict[int, str], *, ends: bool) -> bool:
    if piece == "SpaceAfter=No" and not ends:
        gaps.setdefault(word, "")
    elif piece.startswith("SpacesAfter="):
        gaps[word] = _white(piece[12:])
    else:
        return False
    return True


def _white(escaped: str) -> str:
    return re.sub(r"\\.", lambda match: _UNSPACED.get(match[0], match[0]), escaped)


def _several(rows: Iterable[tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """First word of each multi-word token -> the word after it, and its row."""
    found = ((word, _RANGE.match(row), row) for word, row in rows)
    return {word: (word + 1 + int(ids[2]) - int(ids[1]), row) for word, ids, row in found if ids}


def _not_spelled(several: Mapping[int, tuple[int, str]], words: Sequence[str]) -> dict[int, tuple[int, str]]:
    """The multi-word tokens that are not just their words one after the other, with their forms."""
    forms = {word: (end, row.split("\t", 2)[1]) for word, (end, row) in several.items()}
    return {word: (end, form) for word, (end, form) in forms.items() if form != "".join(words[word:end])}


def _tokens(
    start: int, end: int, words: Sequence[str], odd: Mapping[int, tuple[int, str]]
) -> tuple[Sequence[int], Sequence[str]]:
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


def _between(comments: Sequence[str] | None) -> str:
    """What stands before a sentence with these comments, unless something else is said; None is the end."""
    if comments is None:
        return ""
    return "\n" if any(map(_NEWPAR.match, comments)) else " "


def _cells(brackets: Mapping[int, str], rows: Sequence[tuple[int, str]]) -> list[tuple[int, Cell]]:
    """The brackets of words and empty nodes in text order, with the word, or -1 - the index of the row."""
    found = [((word, 1, 0), word, Cell(word, word + 1, cell)) for word, cell in brackets.items() if cell]
    for i, (word, row) in enumerate(rows):
        if "Entity=" in row and _EMPTY.match(row):
            for piece in row.rsplit("\t", 1)[1].split("|"):
                if piece.startswith("Entity=") and piece != "Entity=":
                    found.append(((word, 0, i), -1 - i, Cell(word, word, piece[7:])))
    return [(at, cell) for _, at, cell in sorted(found)]


def _stem(comments: list[tuple[int, str]]) -> str:
    """`GUM_bio_byron` of the sentence `GUM_bio_byron-1`, nothing if it is not made so."""
    for _, comment in comments:
        key, _, value = comment[1:].partition("=")
        if key.strip() == "sent_id":
            match = re.fullmatch(r"(.+)[-_.:/]s?[0-9]+", value.strip())
            return match[1] if match else ""
    return ""


def _take_extra(comment: str, words: Sequence[str]) -> dict[str, Any]:
    found = predictions.load(comment)
    return predictions.take_extra({key: found[key] for key in _EXTRA if key in found}, words)


def _spell(
    table: _Table, texts: list[tuple[int, str | None]], gaps: dict[int, str]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text, and the characters of each word in it."""
    words = table.columns[_FORM]
    starts = [*table.starts, len(words)]
    after = [" "] * len(words)  # white space after each word
    for start, group in zip(starts[1:], table.comments[1:], strict=False):
        after[start - 1] = _between([comment for _, comment in group])
    after[-1] = _between(None)
    for word, gap in gaps.items():
        if word >= 0:
            after[word] = gap
    several = _several((word, row) for word, row, _ in table.extra)
    for word, (end, _) in several.items():
        after[word : end - 1] = [""] * (end - 1 - word)
    odd = _not_spelled(several, words)
    made = [gaps.get(-1, "")]
    at = len(made[0])
    offsets: list[tuple[int, int]] = []
    for i, (line, text) in enumerate(texts):
        ends, forms = _tokens(starts[i], starts[i + 1], words, odd)
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


def _gaps_in(text: str, forms: Sequence[str], spaces: list[str], line: int) -> list[str]:
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


def _heads(table: _Table) -> tuple[int, ...] | None:
    column = table.columns[_HEAD]
    if set(column) == {"_"}:
        return None
    ends = [*table.starts[1:], len(column)]
    longest = max(end - start for start, end in zip(table.starts, ends, strict=True))
    number = {str(i): i for i in range(longest + 1)}
    heads: list[int] = []
    for start, end in zip(table.starts, ends, strict=True):
        found = [number.get(cell, end + 1) for cell in column[start:end]]
        if max(found) > end - start:
            bad = next(i for i, head in enumerate(found, start) if head > end - start)
            problem = f"the head {column[bad]!r} is no word of a sentence with {end - start} words, nor 0"
            raise DataError(problem, line=table.lines[bad])
        heads += [start + head - 1 if head else -1 for head in found]
    return tuple(heads)


def _per_word(speakers: list[str], table: _Table) -> tuple[str, ...] | None:
    if not any(speakers):
        return None
    ends = [*table.starts[1:], len(table.lines)]
    return tuple(
        speaker or "-"
        for speaker, start, end in zip(speakers, table.starts, ends, strict=True)
        for _ in range(start, end)
    )


def _own_brackets(doc: Document) -> tuple[str | None, dict[int, str]]:
    """The fields and brackets we write for a document that brought none: numbers, and types if all fit."""
    if not doc.clusters:
        return None, {}
    labels = _labels(doc)
    return "GRP-etype" if labels else "GRP", cells_of(doc, separator="", label=labels)


def _labels(doc: Document) -> dict[Mention, str]:
    """What to write after the number of each typed mention; nothing if not all entities can be said so."""
    labels = {Mention(start, end): "-" + label for start, end, label in doc.entities}
    clean = all(_LABEL.fullmatch(entity.label) and entity.label != "_" for entity in doc.entities)
    mentions = {mention for cluster in doc.clusters for mention in cluster}
    in_order = list(doc.entities) == sorted(doc.entities) and len(labels) == len(doc.entities)
    return labels if clean and in_order and labels.keys() <= mentions else {}


def _without_stale(doc: Document) -> Document:
    """The document without the brackets it was read with, if its clusters or entities have changed since."""
    if "brackets" not in doc.layers or _fits(doc):
        return doc
    meta = {key: value for key, value in doc.meta.items() if key not in ("entity_fields", "zero_mentions")}
    if _rows(doc):
        meta["rows"] = [[word, _without_entity(row)] for word, row in _rows(doc)]
    return replace(
        doc, layers={name: doc.layers[name] for name in doc.layers if name != "brackets"}, meta=meta
    )


def _fits(doc: Document) -> bool:
    brackets = {i: cell for i, cell in enumerate(doc.layers["brackets"]) if cell != "_"}
    cells = [cell for _, cell in _cells(brackets, _rows(doc))]
    try:
        clusters, entities, _ = typed_clusters_of(cells, Fields.of(_declared(doc)))
    except DataError:
        return False
    return bool(cells) and clusters == doc.clusters and entities in (doc.entities, ())


def _without_entity(row: str) -> str:
    cells = row.split("\t")
    kept = [piece for piece in cells[-1].split("|") if not piece.startswith("Entity=")]
    return "\t".join([*cells[:-1], "|".join(kept) or "_"])


def _write(doc: Document, lacking: Mapping[str, Any]) -> str:
    rows, comments, speakers = _rows(doc), _sentence_comments(doc), doc.speakers
    columns, texts = _columns(doc, rows, comments)
    lines = list(map("\t".join, zip(*columns, strict=True)))
    before: defaultdict[int, list[str]] = defaultdict(list)
    after: defaultdict[int, list[str]] = defaultdict(list)
    for word, row in rows:
        if _RANGE.match(row) or row.startswith("0."):
            before[word].append(row)
        else:
            after[word - 1].append(row)
    out = _head(doc, lacking)
    all_silent = speakers is not None and set(speakers) == {"-"}
    for i, (start, end) in enumerate(doc.sentence_spans()):
        out += comments[i] or [f"# sent_id = {doc.id}-{i + 1}"]
        if speakers and (speakers[start] != "-" or all_silent) and "speakers" not in lacking:
            out.append(f"# speaker = {speakers[start]}")
        if texts:
            out.append(f"# text = {texts[i]}")
        for word in range(start, end):
            out += (*before[word], lines[word], *after[word])
        out.append("")
    return "".join(line + "\n" for line in out)


def _head(doc: Document, lacking: Mapping[str, Any]) -> list[str]:
    """The comments on the document."""
    given = doc.meta.get("comments")
    about = {str(key): str(value) for key, value in given.items()} if isinstance(given, Mapping) else {}
    in_order = list(about) == sorted(about)
    if doc.genre is not None or _GUM.match(doc.id):
        about["meta::genre"] = doc.genre or ""  # empty: none, whatever the id says
    if in_order:
        about = dict(sorted(about.items()))
    first = {
        "newdoc id": doc.id,
        "global.Entity": _declared(doc) or ("brackets" not in doc.layers and _own_brackets(doc)[0]) or None,
        "global.corefair": predictions.dump(doc, lacking).rstrip("\n") if lacking else None,
    }
    return [f"# {key} = {value}" for key, value in (first | about).items() if value is not None]


def _columns(
    doc: Document, rows: Sequence[tuple[int, str]], comments: Sequence[Sequence[str]]
) -> tuple[list[Sequence[str]], list[str]]:
    """The ten columns, and the text of each sentence."""
    n = len(doc.words)
    blank = ("_",) * n
    spans = doc.sentence_spans()
    brackets = doc.layers.get("brackets") or _own_brackets(doc)[1]
    pieces = [[] if cell == "_" else cell.split("|") for cell in doc.layers.get("misc", blank)]
    for i in range(n):
        cell = brackets[i] if isinstance(brackets, tuple) else brackets.get(i, "_")
        if cell != "_":
            _insert(pieces[i], "Entity=" + cell)
    texts = _spaces(doc, _several(rows), comments, pieces) if doc.text is not None else []
    columns: list[Sequence[str]] = [
        [str(i - start + 1) for start, end in spans for i in range(start, end)],
        doc.words,
        doc.layers.get("lemma", blank),
        doc.layers.get("upos", blank),
        doc.tags or blank,
        doc.layers.get("feats", blank),
        _head_cells(doc) or blank,
        doc.relations or blank,
        doc.layers.get("deps", blank),
        ["|".join(each) if each else "_" for each in pieces],
    ]
    return columns, texts


def _head_cells(doc: Document) -> list[str]:
    """Heads counted within the sentence; none if a head is in another."""
    cells: list[str] = []
    for start, end in doc.sentence_spans() if doc.heads else ():
        heads = doc.heads[start:end] if doc.heads else ()
        if not all(head == -1 or start <= head < end for head in heads):
            return []
        cells += ["0" if head == -1 else str(head - start + 1) for head in heads]
    return cells


def _spaces(
    doc: Document,
    several: Mapping[int, tuple[int, str]],
    comments: Sequence[Sequence[str]],
    pieces: list[list[str]],
) -> list[str]:
    """The text of each sentence, with a space for any white space; unusual white space joins the `pieces`."""
    text, offsets = doc.text or "", doc.offsets or ()
    if offsets and offsets[0][0]:
        _insert(pieces[0], "SpacesBefore=" + _escaped(text[: offsets[0][0]]))
    odd = _not_spelled(several, doc.words)
    inside = {word for first, (end, _) in several.items() for word in range(first, end)}
    texts: list[str] = []
    for i, (first, last) in enumerate(doc.sentence_spans()):
        spelled = ""
        for end, form in zip(*_tokens(first, last, doc.words, odd), strict=True):
            gap = text[offsets[end - 1][1] : offsets[end][0] if end < len(offsets) else None]
            usual = " "
            if end == last:
                usual = _between(comments[i + 1] if i + 1 < len(comments) else None)
            if gap != usual and end - 1 not in inside:  # the row of a multi-word token says it itself
                no = gap == "" and usual == " "
                _insert(pieces[end - 1], "SpaceAfter=No" if no else "SpacesAfter=" + _escaped(gap))
            spelled += form + (" " if gap and end < last else "")
        texts.append(spelled)
    return texts


def _escaped(gap: str) -> str:
    return "".join(_SPACES.get(character, character) for character in gap)


def _insert(pieces: list[str], new: str) -> None:
    """Put a piece where the alphabet has it."""
    at = next((i for i, piece in enumerate(pieces) if piece.lower() > new.lower()), len(pieces))
    pieces.insert(at, new)


def _declared(doc: Document) -> str | None:
    found = doc.meta.get("entity_fields")
    return found if isinstance(found, str) else None


def _rows(doc: Document) -> list[tuple[int, str]]:
    """The rows that are no words, nothing if they are not what the reader made."""
    rows = doc.meta.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 2 for row in rows):
        return []
    fine = all(type(word) is int and isinstance(row, str) for word, row in rows)
    return [(word, row) for word, row in rows] if fine else []


def _sentence_comments(doc: Document) -> list[list[str]]:
    """The comments of each sentence, none if they are not what the reader made."""
    found = doc.meta.get("sentence_comments")
    if not isinstance(found, list) or len(found) != len(doc.sentences):
        return [[] for _ in doc.sentences]
    fine = all(isinstance(group, list) and all(isinstance(each, str) for each in group) for group in found)
    return found if fine else [[] for _ in found]


def _read_back(doc: Document, written: str) -> Document:
    try:
        blocks = list(Conllu.split(io.StringIO(written, newline="\n")))
        if len(blocks) > 1:
            raise DataError("a part of it looks like the beginning of a document")
        return Conllu.parse(blocks[0])
    except DataError as error:
        raise DataError(f"document {doc.id!r} cannot be written as CoNLL-U: {error.message}") from None


def _lacking(doc: Document, back: Document) -> dict[str, Any]:
    """What the columns and comments of CoNLL-U did not hold, as fields for one more comment."""
    lacking: dict[str, Any] = {
        name: getattr(doc, name)
        for name in _EXTRA[:-2]
        if getattr(doc, name) is not None and getattr(doc, name) != getattr(back, name)
    }
    for name in ("layers", "meta"):
        held = getattr(back, name)
        rest = {
            key: value for key, value in getattr(doc, name).items() if key not in held or held[key] != value
        }
        if rest:
            lacking[name] = rest
    return lacking
