"""The words that `gp` is trained on: the published lists where they are at hand, shipped ones otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import definitional_pairs, gender_direction
from corefair.io import datasets, files
from corefair.mitigators.vectors.changes import counted
from corefair.mitigators.vectors.groups import projections
from corefair.mitigators.vectors.hard import equalise_pairs
from corefair.types import Embeddings

Source = Literal["auto", "published", "shipped"]
_N_NEUTRAL = 1000  # where there is no list of them; the published one has 1,031


class Words(NamedTuple):
    """What is trained on, all of it in the vectors, and what a history says of it."""

    pairs: list[tuple[str, str]]  # (feminine, masculine)
    stereotype: list[str]
    neutral: list[str]
    facts: tuple[str, ...]

    def rows(self, emb: Embeddings) -> Iterator[NDArray[np.int64]]:
        """The rows of the feminine, masculine, stereotype and neutral words."""
        feminine, masculine = zip(*self.pairs, strict=True)
        for words in (feminine, masculine, self.stereotype, self.neutral):
            yield np.array([emb.row_of[word] for word in words], dtype=np.int64)


def gp_words(emb: Embeddings, source: Source = "auto", *, data: Path | None = None) -> Words:
    """The words of the lists that the vectors have; neutral ones are looked for if no list has any."""
    if source not in ("auto", "published", "shipped"):
        raise DataError(f"gp: word_lists is {source!r}, and must be auto, published or shipped")
    published = _published(data, required=source == "published") if source != "shipped" else None
    pairs, stereotype, neutral = published or _shipped()
    found = [pair for pair in pairs if pair[0] in emb and pair[1] in emb]
    if not found:
        wanted = list(dict.fromkeys(word for pair in pairs for word in pair))
        raise MissingWords([word for word in wanted if word not in emb], of=len(wanted), name=emb.name)
    gendered = {word for pair in found for word in pair}
    stereotypes = [word for word in stereotype if word in emb and word not in gendered]
    neutrals = [word for word in neutral if word in emb and word not in gendered]
    name = "published" if published else "shipped"
    facts = [f"word_lists={name}", f"{len(found):,} of {counted(len(pairs), 'pair')}"]
    facts.append(f"{len(stereotypes):,} of {counted(len(stereotype), 'stereotype word')}")
    if neutrals:
        facts.append(f"{len(neutrals):,} of {counted(len(neutral), 'neutral word')}")
    else:
        neutrals = _nearest_to_zero(emb, gendered.union(stereotypes))
        facts.append(f"the {counted(len(neutrals), 'word')} nearest to no gender as neutral")
    return Words(found, stereotypes, neutrals, tuple(facts))


Lists = tuple[list[tuple[str, str]], list[str], list[str]]


def _published(data: Path | None, *, required: bool) -> Lists | None:
    """222 pairs of Zhao et al. (2018), stereotype and neutral words of Kaneko and Bollegala (2019)."""
    names = ("female_word_file.txt", "male_word_file.txt", "gp_stereotype_list.tsv", "gp_no_gender_list.tsv")
    try:
        paths = [datasets.find("lists", name, data=data) for name in names]
    except DataError:
        if required:
            raise
        return None
    feminine, masculine, stereotype, neutral = (
        [word for line in files.lines(path) for word in line.split()] for path in paths
    )
    if len(feminine) != len(masculine):
        raise DataError(f"{len(masculine)} words for {len(feminine)} in {paths[0].name}", path=str(paths[1]))
    # Some pairs stand there twice.
    return list(dict.fromkeys(zip(feminine, masculine, strict=True))), _once(stereotype), _once(neutral)


def _shipped() -> Lists:
    pairs = list(dict.fromkeys([*definitional_pairs(), *equalise_pairs()]))
    return pairs, [row["occupation"] for row in lists.read("occupations")], []


def _nearest_to_zero(emb: Embeddings, taken: set[str]) -> list[str]:
    order = np.argsort(np.abs(projections(emb, gender_direction(emb))), kind="stable")
    free = (emb.words[row] for row in order if emb.words[row] not in taken)
    return [word for word, _ in zip(free, range(min(_N_NEUTRAL, len(emb) // 3)), strict=False)]


def _once(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))
