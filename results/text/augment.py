"""The same sentence as another source would have it: other tokens, quotes and letters, other pronouns.

GUM cuts `don't` and `well-known` into words and writes straight quotes; other corpora and our own plain text
do not. It has more masculine pronouns than feminine ones and hardly a new one; the analysis of a sentence
should not depend on that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from data import Sentence

from corefair import lists
from corefair.types import Entity

_COLUMNS = {"PRP": ("nominative", "accusative", "reflexive"), "PRP$": ("determiner", "possessive")}
_OBJECT = ("obj", "iobj", "obl", "nmod", "conj")  # where `her` is accusative
_CONTENT = frozenset(("PRON", "NOUN", "PROPN", "VERB", "ADJ"))
_TITLES = {"Mr.": "Mrs.", "Mrs.": "Mr.", "Mr": "Mrs", "Mrs": "Mr"}


def vary(sentences: Sequence[Sentence], rng: Random) -> list[Sentence]:
    """Consecutive sentences of one document, each changed in the same ways."""
    changes: list[Callable[[Sentence], Sentence]] = []
    if rng.random() < 0.5:
        changes.append(swap_gender)
    elif rng.random() < 0.1:
        row = rng.choice([row for row in lists.read("pronouns") if row["group"] == "neo"])
        changes.append(lambda sentence: with_pronouns(sentence, row))
    if rng.random() < 0.2:
        changes.append(join_contractions)
    if rng.random() < 0.3:
        changes.append(join_hyphens)
    if rng.random() < 0.3:
        opening, closing, apostrophe = rng.choice([("“", "”", "’"), ("``", "''", "'"), ('"', '"', "’")])
        changes.append(lambda sentence: with_quotes(sentence, opening, closing, apostrophe))
    if rng.random() < 0.03:
        changes.append(lambda sentence: replace(sentence, words=tuple(map(str.lower, sentence.words))))
    varied = list(sentences)
    for change in changes:
        varied = [change(sentence) for sentence in varied]
    return varied


def swap_gender(sentence: Sentence) -> Sentence:
    """Feminine pronouns and titles for masculine ones, and the other way round."""
    she, he = (next(row for row in lists.read("pronouns") if row["set"] == name) for name in ("she", "he"))
    return _replaced(_replaced(sentence, she, he, mark=True), he, she)


def with_pronouns(sentence: Sentence, new: dict[str, str]) -> Sentence:
    """Pronouns of another set for feminine and masculine ones."""
    she, he = (next(row for row in lists.read("pronouns") if row["set"] == name) for name in ("she", "he"))
    return _replaced(_replaced(sentence, she, new), he, new)


def join_contractions(sentence: Sentence) -> Sentence:
    """`don't`, `I'm` and `cannot` as one word; a possessive or short `'s` still stands alone."""

    def joins(i: int) -> bool:
        word = sentence.words[i].lower().replace("’", "'")
        return sentence.glued[i] and word in ("n't", "'m", "'re", "'ve", "'ll", "'d", "not", "na", "ta")

    return _joined(sentence, joins)


def join_hyphens(sentence: Sentence) -> Sentence:
    """`well-known` as one word."""

    def joins(i: int) -> bool:
        words = sentence.words
        hyphen = words[i] == "-" and i + 1 < len(words) and sentence.glued[i + 1] and words[i + 1].isalnum()
        return sentence.glued[i] and ((hyphen and words[i - 1].isalnum()) or (words[i - 1] == "-" and i > 1))

    return _joined(sentence, joins)


def with_quotes(sentence: Sentence, opening: str, closing: str, apostrophe: str) -> Sentence:
    """Other marks for double quotes and apostrophes."""
    tags = sentence.tags or ("",) * len(sentence.words)
    words = tuple(
        (opening if tag == "``" else closing)
        if word in ('"', "“", "”")
        else word.replace("'", apostrophe).replace("’", apostrophe)
        if word not in ("'", "’", "''", "``")
        else word
        for word, tag in zip(sentence.words, tags, strict=True)
    )
    return replace(sentence, words=words)


def _replaced(
    sentence: Sentence, old: dict[str, str], new: dict[str, str], *, mark: bool = False
) -> Sentence:
    """The pronouns of one set as those of another; with `mark`, so that the next call leaves them alone."""
    if sentence.tags is None or sentence.lemmas is None or sentence.relations is None:
        return sentence
    words, lemmas = list(sentence.words), list(sentence.lemmas)
    for i, (word, tag) in enumerate(zip(words, sentence.tags, strict=True)):
        if word in _TITLES and new["set"] in ("he", "she") and mark:
            words[i] = lemmas[i] = _TITLES[word]
        columns = [column for column in _COLUMNS.get(tag, ()) if old[column] == word.lower()]
        if not columns:
            continue
        # `her` is accusative or a determiner, `his` a determiner or possessive: the tag and tree tell.
        alone = tag == "PRP$" and not sentence.relations[i].startswith(("nmod:poss", "det"))
        column = "possessive" if alone and "possessive" in columns else columns[0]
        form = new[column].capitalize() if word[0].isupper() else new[column]
        words[i] = "\0" + form if mark else form
        # Of a determiner the lemma stays that of the other; `analyse` takes none of these from the model.
        lemmas[i] = lemmas[i].replace(old["nominative"], new["nominative"])
    if not mark:
        words = [word.removeprefix("\0") for word in words]
    return replace(sentence, words=tuple(words), lemmas=tuple(lemmas))


def _joined(sentence: Sentence, joins: Callable[[int], bool]) -> Sentence:
    """Words joined to the one before, each group with the analysis of the word that heads it."""
    if sentence.tags is None or sentence.heads is None or sentence.upos is None:
        return sentence
    if sentence.lemmas is None or sentence.relations is None:
        return sentence
    groups: list[list[int]] = []
    for i in range(len(sentence.words)):
        if groups and i > 0 and joins(i):
            groups[-1].append(i)
        else:
            groups.append([i])
    if len(groups) == len(sentence.words):
        return sentence
    group_of = {i: number for number, group in enumerate(groups) for i in group}
    top = []
    for group in groups:
        tops = [i for i in group if sentence.heads[i] == i or sentence.heads[i] not in group]
        top.append(next((i for i in tops if sentence.upos[i] in _CONTENT), tops[0]))
    heads = []
    for number, i in enumerate(top):
        head = group_of[sentence.heads[i]]
        heads.append(head)
        if head == number and sentence.heads[i] != i:
            raise AssertionError("a group's top has its head outside the group")
    if not _is_tree(heads):
        return sentence
    names = tuple(
        Entity(group_of[name.start], group_of[name.end - 1] + 1, name.label) for name in sentence.names
    )
    return Sentence(
        words=tuple("".join(sentence.words[i] for i in group) for group in groups),
        tags=tuple(sentence.tags[i] for i in top),
        upos=tuple(sentence.upos[i] for i in top),
        lemmas=tuple(
            sentence.lemmas[i]
            if len(group) == 1 or sentence.upos[i] == "PRON"
            else _lemma(sentence, group, i)
            for group, i in zip(groups, top, strict=True)
        ),
        heads=tuple(heads),
        relations=tuple(sentence.relations[i] for i in top),
        names=names,
        glued=tuple(sentence.glued[group[0]] for group in groups),
    )


def _lemma(sentence: Sentence, group: Sequence[int], top: int) -> str:
    """Of `well-known` its own letters with the last part's lemma; of `don't` that of its verb."""
    assert sentence.lemmas is not None
    if any(sentence.words[i] == "-" for i in group):
        return "".join(sentence.words[i] for i in group[:-1]) + sentence.lemmas[group[-1]]
    return sentence.lemmas[top]


def _is_tree(heads: Sequence[int]) -> bool:
    """Whether there is one root and every word leads to it."""
    if sum(head == i for i, head in enumerate(heads)) != 1:
        return False
    for i in range(len(heads)):
        j, steps = i, 0
        while heads[j] != j:
            j, steps = heads[j], steps + 1
            if steps > len(heads):
                return False
    return True
