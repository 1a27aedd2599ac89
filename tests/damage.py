"""Damage to files, drawn by hypothesis: bytes cut, doubled, exchanged and put in, and marks that mislead."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import strategies as st

SNIPPETS = (
    *(b"\t", b"\n", b"\n\n", b"\r\n", b" ", b"(", b")", b"|", b"(1", b"1)", b"-", b"_", b"*", b"#", b"\x00"),
    *(
        b"\xff",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        "\u2028".encode(),
        b"\x85",
        b"\x1c",
        "٣".encode(),
        b"9" * 5000,
    ),
    *(b"#begin document (x); part 000\n", b"#end document\n", b"; part 99999999999", b"# newdoc id = x\n"),
    *(
        b"# text = x\n",
        b"# newpar\n",
        b"Entity=(1-person",
        b"|Entity=1)",
        b"Entity=(1[2/2])",
        b"SpaceAfter=No",
    ),
    *(b"1-2\tx" + b"\t_" * 8 + b"\n", b"1.1\tx" + b"\t_" * 8 + b"\n", b"0", b"-1", b"1e999", b"NaN", b"null"),
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b"\\",
        b"\\ud800",
        b",",
        b":",
        b"{}",
        b"[[[[",
        b"[" * 5000,
        b"true",
        b"0.5",
    ),
)
NUMBERS = (b"0", b"-1", b"99999999999999999999", b"1e308", b"1e999", b"nan", b"1_0", b"9" * 5000, b"")
SAME_KIND = (b"0123456789", b"()[]{}", b"\t \n", b"-_*|#", b"\",:'")


def _cut(text: bytes, at: int, length: int, more: bytes) -> bytes:
    return text[:at] + text[at + length :]


def _twice(text: bytes, at: int, length: int, more: bytes) -> bytes:
    return text[: at + length] + text[at:]


def _swap(text: bytes, at: int, length: int, more: bytes) -> bytes:
    return text[:at] + text[at + length : at + 2 * length] + text[at : at + length] + text[at + 2 * length :]


def _insert(text: bytes, at: int, length: int, more: bytes) -> bytes:
    return text[:at] + more + text[at:]


def _truncate(text: bytes, at: int, length: int, more: bytes) -> bytes:
    return text[:at]


def _in_latin_1(text: bytes, at: int, length: int, more: bytes) -> bytes:
    """As an editor saves it that knows nothing of UTF-8."""
    return (text[:at].decode("utf-8", "replace") + "Zo\xeb" + text[at:].decode("utf-8", "replace")).encode(
        "latin-1", "replace"
    )


def _another_number(text: bytes, at: int, length: int, more: bytes) -> bytes:
    """The next run of digits by a number that is too large, negative, or none."""
    found = re.compile(rb"[0-9]+").search(text, at)
    return text[: found.start()] + NUMBERS[length % len(NUMBERS)] + text[found.end() :] if found else text


def _replace_a_mark(text: bytes, at: int, length: int, more: bytes) -> bytes:
    """The next digit by another digit, the next bracket by another bracket …"""
    marks = SAME_KIND[length % len(SAME_KIND)]
    at = next((i for i in range(at, len(text)) if text[i] in marks), at)
    return text[:at] + marks[length % len(marks) :][:1] + text[at + 1 :]


def _lines(change: Callable[[bytes, int, int, bytes], bytes]) -> Callable[[bytes, int, int, bytes], bytes]:
    """The same to whole lines."""

    def changed(text: bytes, at: int, length: int, more: bytes) -> bytes:
        start = text.rfind(b"\n", 0, at) + 1
        end = text.find(b"\n", at) + 1 or len(text)
        return change(text, start, end - start, more)

    return changed


CHANGES = (
    _cut,
    _twice,
    _swap,
    _insert,
    _truncate,
    _replace_a_mark,
    _in_latin_1,
    _another_number,
    _lines(_cut),
    _lines(_twice),
    _lines(_swap),
)
MUTATIONS = st.lists(
    st.tuples(
        st.sampled_from(CHANGES),
        st.floats(0, 1, exclude_max=True),
        st.integers(1, 40),
        st.sampled_from(SNIPPETS) | st.binary(min_size=1, max_size=8),
    ),
    min_size=1,
    max_size=5,
)
Mutations = list[tuple[Callable[[bytes, int, int, bytes], bytes], float, int, bytes]]


def mutate(text: bytes, mutations: Mutations) -> bytes:
    for change, where, length, more in mutations:
        text = change(text, int(where * len(text)), length, more)
    return text
