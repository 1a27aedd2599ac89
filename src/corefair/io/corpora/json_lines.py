"""`json`: one JSON object a line, whose `text` is a text, as WikiExtractor writes them with `--json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape

from corefair.io.corpora.reading import Lines, Shard


def pieces(shard: Shard) -> Iterator[tuple[str, bool]]:
    """Each line of a text, and whether the text goes on; `&lt;` and the like become characters."""
    lines = Lines(shard)
    held: list[str] = []
    for line, goes_on in lines:
        held.append(line)
        if not goes_on and (record := "".join(held)).strip():
            for paragraph in _text_of(record, lines).split("\n"):
                if paragraph.strip():
                    yield paragraph, True
            yield "", False
        if not goes_on:
            held = []


def _text_of(record: str, lines: Lines) -> str:
    try:
        value = json.loads(record)
    except ValueError as error:
        raise lines.error(f"not JSON: {error}") from None
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(text, str):
        raise lines.error('expected an object with a text, such as {"text": "…"}')
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise lines.error(
                r"the text has half a character (a \ud… escape without its other half)"
            ) from None
    return unescape(text) if "&" in text else text
