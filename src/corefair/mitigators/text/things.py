"""Pronouns of ships, countries and God: by the clusters of a document, or where it speaks of ships alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefair.mitigators.text.contexts import reason, spread, things
from corefair.mitigators.text.dictionary import entries
from corefair.text.mentions import head_of
from corefair.text.nouns import gendered, noun_animacy
from corefair.types import Cluster, Document

_SHE = frozenset({"she", "her", "hers", "herself"})
_HE = frozenset({"he", "him", "his", "himself"})
_PRONOUNS = _SHE | _HE
_SHIPS = frozenset(
    """ship warship steamship steamer schooner brig brigantine barque sloop frigate corvette clipper gunboat
    destroyer cruiser battleship minesweeper submarine trawler freighter tanker""".split()  # noqa: SIM905
)
_BOATS = _SHIPS | {"boat", "vessel", "yacht", "ferry", "liner"}
_MASTERS = frozenset({"master", "mistress"})  # a ship has one


def pronouns_of_things(doc: Document) -> Mapping[int, str]:
    """Pronouns whose cluster is headed by God, or by a ship or the like and no person; with the reason.

    In a document without clusters they are those of a ship, if it is about one and speaks of nobody else.
    """
    if not doc.clusters:
        return _of_ships(doc)
    found: dict[int, str] = {}
    for cluster in doc.clusters:
        if len(cluster) > 1:
            pronouns = [start for start, end in cluster if end == start + 1
                        and doc.words[start].lower() in _PRONOUNS]  # fmt: skip
            if pronouns and (why := _reason(doc, cluster)):
                found.update(dict.fromkeys(pronouns, why))
    return found


def _reason(doc: Document, cluster: Cluster) -> str:
    """Why pronouns of the cluster stay: a head of it names God, or a thing while none names a person."""
    is_thing = is_person = False
    for mention in cluster:
        if mention.end - mention.start == 1 and doc.words[mention.start].lower() in _PRONOUNS:
            continue
        word = doc.words[head_of(doc, mention)]
        head = word.lower()
        if word == "God":
            return "of God, by its cluster"
        if head in things():
            is_thing = True
        elif head in gendered() or noun_animacy().get(head) == "animate":
            is_person = True
    return "of a thing, by its cluster" if is_thing and not is_person else ""


def _of_ships(doc: Document) -> dict[int, str]:
    """*She* where a text begins with what a ship is or was, and names nobody that is *he* or *she*.

    Words of either gender count alike, so that a text and its twin are read alike.
    """
    lower = [word.lower() for word in doc.words]
    at = [i for i, word in enumerate(lower) if word in _SHE]
    if not at or sum(map(_SHIPS.__contains__, lower)) < 2 or not _HE.isdisjoint(lower):
        return {}
    if not _begins_with_a_ship(doc, lower) or any(_is_one_person(doc, i) for i in range(len(lower))):
        return {}
    return dict.fromkeys(at, "of a ship, by the text")


def _begins_with_a_ship(doc: Document, lower: Sequence[str]) -> bool:
    """Whether the first sentence has a ship for its subject, says that something is one, or was launched."""
    tags = doc.tags or ("",) * len(lower)
    end = doc.sentences[1] if len(doc.sentences) > 1 else len(lower)
    open_ = True  # from the beginning, or from *is* and *was* on
    for i in range(end):
        if open_ and lower[i] in _BOATS:
            return True
        if lower[i] in ("is", "was"):
            open_ = True
            if lower[i + 1 : i + 2] == ["launched"]:
                return True
        elif tags[i].startswith(("VB", "IN", "TO", "MD", "PRP")) and tags[i] != "VBN":
            open_ = False
    return False


def _is_one_person(doc: Document, i: int) -> bool:
    """Whether a word says one person of a gender: *lady*, *Mrs.*, but not *men*, *Lord* and *sister ship*."""
    word, lowered = doc.words[i], doc.words[i].lower()
    if lowered in _PRONOUNS or lowered in _MASTERS or lowered not in entries():
        return False
    if entries()[lowered][0].kind == "address":
        return True
    is_plural = lowered.endswith(("men", "s")) and not lowered.endswith("ss")
    return word.islower() and not is_plural and not reason(*spread(doc.words, i))
