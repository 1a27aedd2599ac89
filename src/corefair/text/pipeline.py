"""Loading a spaCy pipeline, the shipped one or any other, and handing it given words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from corefair.errors import DataError, MissingExtra

SHIPPED = Path(__file__).parent / "model"
# What `analyse` takes from a pipeline, by spaCy's name for it: what it is, and what usually gives it.
_NEEDED = {
    "TAG": "Penn tags (tagger)",
    "POS": "universal tags (morphologizer or attribute_ruler)",
    "LEMMA": "lemmas (lemmatizer)",
    "DEP": "heads and relations (parser)",
}
# A pipeline may take a gigabyte: those who use one at the same time share it, and then it is let go.
_in_use: WeakValueDictionary[str, Any] = WeakValueDictionary()


def load(pipeline: str | Path | None = None) -> Any:
    """The spaCy pipeline of a folder or installed package; without a name the one that ships with corefair.

    Loading ours unpickles nothing: its weights are arrays in msgpack, its labels JSON. A pipeline from
    elsewhere may bring code of its own, which its packages run when it is loaded.
    """
    try:
        import spacy
    except ImportError:
        raise MissingExtra("spacy", extra="text") from None
    if pipeline is None:
        return _shipped()
    place = str(Path(pipeline).expanduser())
    try:
        loaded = _in_use.get(place) or spacy.load(place)
    except (ImportError, OSError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise DataError(
            f"{pipeline} is no spaCy pipeline that can be loaded ({why}); give the folder of one, or the "
            "name of an installed one such as en_core_web_sm"
        ) from None
    _in_use[place] = loaded
    return loaded


def check_complete(nlp: Any) -> None:
    """Raise a DataError that names what the pipeline does not give, judged by one sentence."""
    found = nlp(as_spacy(nlp.vocab, ("She", "left", "the", "room", ".")))
    missing = [what for name, what in _NEEDED.items() if not found.has_annotation(name)]
    if missing:
        name = f"{nlp.meta.get('lang', '')}_{nlp.meta.get('name', '')}"
        raise DataError(
            f"the pipeline {name} gives no {' and no '.join(missing)}; it has "
            f"{', '.join(nlp.pipe_names) or 'no components'}: name another, or none for the shipped one"
        )


def as_spacy(
    vocab: Any,
    words: Sequence[str],
    *,
    offsets: Sequence[tuple[int, int]] | None = None,
    starts: list[bool | int | None] | None = None,
) -> Any:
    """Given words as spaCy holds them, never cut anew; `starts` says of each whether it begins a sentence.

    Spaces are those of the text, if `offsets` tell; else there is one after each word.
    """
    from spacy.tokens import Doc

    spaces = None
    if offsets is not None:
        begins = [begin for begin, _ in offsets[1:]]
        spaces = [end < begin for (_, end), begin in zip(offsets, begins, strict=False)]
        spaces += [False] * (len(words) - len(spaces))
    return Doc(vocab, words=_readable(words), spaces=spaces, sent_starts=starts)


def _readable(words: Sequence[str]) -> list[str]:
    """The words, with a stand-in for what spaCy takes for space or cannot hold: it would be no word there."""
    held = [word if word.strip() else "_" for word in words]
    try:
        "".join(held).encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        held = [word.encode(errors="replace").decode() for word in held]
    return held


@cache
def _shipped() -> Any:
    import spacy

    return spacy.load(SHIPPED)
