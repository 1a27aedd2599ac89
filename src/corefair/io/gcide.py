"""GCIDE, the free dictionary grown from Webster 1913, as dictd keeps it: an index and a compressed text.

Of an entry only what defines the word is taken: no etymology, quotation, usage example, synonym or phrase.
"""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

from corefair.errors import DataError
from corefair.io.files import check_ratio, lines

Entry = tuple[str, ...]  # the senses of a word as one part of speech, in the dictionary's order


def read_gcide(path: Path) -> dict[str, tuple[Entry, ...]]:
    """Headwords and their places from the index, the text from the (compressed) file beside it.

    Proper nouns define no word and are left out.
    """
    index = path.with_name(
        path.name.removesuffix(".dz").removesuffix(".dict").removesuffix(".index") + ".index"
    )
    text = _dictd_text(index).decode("latin-1")  # a character a byte: places are counted in bytes
    entries: dict[str, dict[tuple[int, int], Entry]] = {}
    for number, line in enumerate(lines(index), 1):
        head, *place = line.rstrip("\n").split("\t")
        if not head.isalpha():
            continue
        try:
            start, length = map(_base64_number, place)
        except ValueError:
            expected = "a headword and two numbers in base 64, with tabs between"
            raise DataError(f"expected {expected}", path=str(index), line=number) from None
        if start + length > len(text):
            raise DataError(f"{head!r} lies beyond the end of the text", path=str(index), line=number)
        first = text[start : start + length].partition("\n")[0]
        # An index also leads from inflected forms and phrases to the entry they stand in: not theirs.
        if head.lower() in _HEADS.findall(first.lower()) and "prop. n." not in first:
            entries.setdefault(head.lower(), {})[start, length] = _gcide_senses(text[start : start + length])
    senses = {word: tuple(filter(None, each.values())) for word, each in entries.items()}
    return {word: each for word, each in senses.items() if each}


def _dictd_text(index: Path) -> bytes:
    stem = index.with_suffix("")
    for path in (stem.with_name(stem.name + ".dict.dz"), stem.with_name(stem.name + ".dict")):
        if path.exists():
            try:
                return _unpacked(path) if path.suffix == ".dz" else path.read_bytes()
            except DataError as error:
                raise error.at(path=str(path)) from None
            except (OSError, EOFError, zlib.error) as error:
                raise DataError(f"cannot be read: {error}", path=str(path)) from None
    raise DataError(f"neither {stem.name}.dict.dz nor {stem.name}.dict is beside the index", path=str(index))


def _unpacked(path: Path) -> bytes:
    pieces, n_bytes = [], 0
    with path.open("rb") as raw, gzip.GzipFile(fileobj=raw) as packed:
        while piece := packed.read1(1 << 20):
            n_bytes += len(piece)
            check_ratio(n_bytes, raw.tell())
            pieces.append(piece)
    return b"".join(pieces)


def _base64_number(digits: str) -> int:
    """A number as dictd writes it, most significant digit first; ValueError if it is none.

    >>> _base64_number("BA")
    64
    """
    number = 0
    for digit in digits:
        number = 64 * number + _BASE64.index(digit)
    return number


def _gcide_senses(entry: str) -> Entry:
    """The senses of an entry: its paragraphs without quotations, notes, synonyms and phrases.

    >>> _gcide_senses('''Vest \\\\Vest\\\\ (v[e^]st), n. [L. vestis a garment.]
    ...    1. An article of clothing; as, a man's vest. --Shak.
    ...
    ...             Her maiden train,
    ...             Who bore the vests.     --Dryden.
    ...
    ...    2. A waistcoat for men.
    ...
    ...    {Vest pocket}, a pocket for men.
    ... ''')
    ('An article of clothing;', 'A waistcoat for men.')
    """
    senses: list[str] = []
    for paragraph in entry.split("\n\n"):
        said = paragraph.strip("\n")
        first = said.lstrip()
        is_quotation = len(said) - len(first) >= 9  # definitions are indented by three or six
        if is_quotation or first.startswith(("{", "Syn:", "Ant:", "Note:", "Usage:")):
            continue
        while _BRACKETED.search(said):
            said = _BRACKETED.sub(" ", said)  # the innermost first
        said = _EXAMPLE.sub(" ", _AUTHOR.sub(" ", _QUOTED.sub(" ", _HEADER.sub(" ", said))))
        said, n_numbers = _NUMBER.subn(" ", said)
        is_new, said = n_numbers > 0 or not senses, " ".join(said.split())
        if said and is_new:
            senses.append(said)
        elif said:
            senses[-1] += " " + said
    return tuple(senses)


_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_QUOTED = re.compile(r'"[^"]*"?')
_HEADS = re.compile(r"([^\W\d_]+) \\")  # a headword is followed by its pronunciation between backslashes
_HEADER = re.compile(r"^[^\n]*\\[^\\]*\\(?:\s*\([^)]*\))?,?(?:\s*[a-z]{1,4}\.(?=\s))*")
_BRACKETED = re.compile(r"\[[^\[\]]*\]")  # etymology, pronunciation, sources
_AUTHOR = re.compile(r"--\s?[A-Z][^.;]*\.?")
_EXAMPLE = re.compile(r"\bas, [^;.:]*[.]?")
_NUMBER = re.compile(r"(?:^|\n)\s*\d+\.(?=\s)")
