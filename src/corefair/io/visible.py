"""Text from outside, to be shown: a control character is seen as one, and does nothing."""

from __future__ import annotations

_PICTURES = {
    **{code: chr(0x2400 + code) for code in range(0x20)},
    **dict.fromkeys((0x7F, *range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd"),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),  # halves of surrogate pairs, which no terminal can take
}
_IN_BLOCKS = {code: picture for code, picture in _PICTURES.items() if chr(code) not in "\n\t"}


def visible(text: str, *, block: bool = False) -> str:
    """The text with a picture for each control character: none may steer a terminal or hide on a page.

    With `block` line ends and tabs stay what they are.

    >>> visible("a\\x1b[2Jb")
    'a␛[2Jb'
    """
    return text if text.isprintable() else text.translate(_IN_BLOCKS if block else _PICTURES)
