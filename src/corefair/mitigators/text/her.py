"""Which *her* it is where only a tagger has spoken: a log-linear reading of the words and tags around it.

English tells *him* from *his*, *them* from *their*: the weights of `her_weights` were learned where these and
their like stand (results/swap/make_her.py), with *her* in their place before the text was tagged. So the
tagger's own confusions are among the evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from corefair import lists

_BEFORE_A_NOUN = ("JJ", "CD", "RB", "VBN", "VBG", "$", "HYPH")
_OWNED = 5.0  # what speaks for *his* before such a noun: above what a verb of perception speaks for *him*
_FAR = 8  # words after it that are looked at for a noun


def score(
    words: Sequence[str], tags: Sequence[str], relations: Sequence[str], heads: Sequence[int], i: int
) -> float:
    """How much speaks for *him*, above 0, or for *his*, below; words are those of one sentence.

    >>> her = ("They", "saw", "her", "."), ("PRP", "VBD", "PRP", "."), ("nsubj", "root", "obj", "punct")
    >>> score(*her, (1, -1, 1, 1), 2) > 0
    True
    """
    known = weights()
    total = known[""] + sum(known.get(each, 0.0) for each in set(features(words, tags, relations, heads, i)))
    return total - (_OWNED if is_mostly_owned(words, tags, i) else 0.0)


def features(
    words: Sequence[str], tags: Sequence[str], relations: Sequence[str], heads: Sequence[int], i: int
) -> list[str]:
    """What is seen around the word at `i` of a sentence, each as a name."""

    def at(layer: Sequence[str], k: int) -> str:
        return "<" if i + k < 0 else ">" if i + k >= len(layer) else layer[i + k]

    word = {k: at(words, k).lower() for k in (-2, -1, 1, 2)}
    tag = {k: at(tags, k) for k in (-1, 0, 1, 2, 3)}
    relation = f"{relations[i]}{'>' if heads[i] > i else '<'}"
    stop = _stop(tags, i)
    verb, kind = _stem(word[-1]), _kinds().get(_stem(word[-1]), "")
    adverb = "yes" if word[1] in _words()["adverb"] else ""
    ending = word[1][-3:] if len(word[1]) > 4 else word[1]
    single = {
        **{f"w{k}": value for k, value in word.items()},
        **{f"t{k}": value for k, value in tag.items()},
        "v": verb,
        "k": kind,
        "a": adverb,
        "r": relation,
        "e": ending,
        "s": stop,
    }
    pairs = (
        *(
            "t0 r",
            "t1 t2",
            "t0 t1",
            "t-1 t1",
            "w-1 t1",
            "w-1 s",
            "t1 s",
            "t0 s",
            "w-1 w1",
            "w1 t2",
            "w-2 w-1",
        ),
        *("t-1 s", "w1 s", "r s", "t1 t2 t3", "t0 t1 s", "v t1", "v s", "v w1"),
        *("k s", "k t1", "k a", "k t0 s", "k t1 t2", "a t2", "k e"),
    )
    joined = (" ".join(f"{name}={single[name]}" for name in each.split()) for each in pairs)
    return [*(f"{name}={value}" for name, value in single.items()), *joined]


def is_mostly_owned(words: Sequence[str], tags: Sequence[str], i: int) -> bool:
    """Whether what is somebody's own follows a verb that takes no second object: *heard her voice*."""
    after = words[i + 1].lower() if i + 1 < len(words) else ""
    kind = _kinds().get(_stem(words[i - 1].lower()), "") if i else ""
    beyond = tags[i + 2] if i + 2 < len(tags) else ""
    acts = beyond in ("DT", "PRP$", "PRP")  # *heard her voice her doubts*
    return after in _words()["owned"] and kind in ("verb", "word", "place") and not acts


def _stem(word: str) -> str:
    """The form that the forms of a verb share, roughly: *takes*, *took* and *taking* are *tak*."""
    word = _words()["form"].get(word, word)
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)]
    return word


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    """Irregular forms of verbs, verbs by what they take after an object, and adverbs."""
    found: dict[str, dict[str, str]] = {}
    for row in lists.read("her_words"):
        found.setdefault(row["kind"], {})[row["word"]] = row["of"]
    return found


@cache
def _kinds() -> Mapping[str, str]:
    """What a verb takes after an object, by its stem: another thing, a verb, a description, or a place."""
    kinds = ("thing", "verb", "word", "place")  # of a verb in several the last counts
    return {_stem(verb): kind for kind in kinds for verb in _words()[kind]}


def _stop(tags: Sequence[str], i: int) -> str:
    """What comes first after adjectives and the like: a noun, and how far, or what cannot be owned."""
    for k in range(i + 1, min(len(tags), i + 1 + _FAR)):
        tag = tags[k]
        if tag.startswith("NN"):
            return f"NN{min(k - i, 3)}"
        comma = tag in (",", "``", "''") and k > i + 1 and tags[k - 1].startswith(("JJ", "RB"))
        if not comma and not tag.startswith(_BEFORE_A_NOUN):
            return tag
    return ">"


@cache
def weights() -> Mapping[str, float]:
    """The weight of each feature; that of the empty name is always added."""
    return {row["feature"]: float(row["weight"]) for row in lists.read("her_weights")}
