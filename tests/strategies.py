"""Documents for hypothesis, as nasty as the type allows: what formats are asked to hold or to refuse."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from corefair.types import Cluster, Document, Entity, cluster_up

NASTY_WORDS = (
    *(
        "-",
        "_",
        "*",
        "--",
        "(1)",
        "(1",
        "1)",
        "(1|(2)",
        "|",
        "#",
        "#begin",
        "#end document",
        "#begin document",
    ),
    *(".", "/.", "//.", "/?", "/", "//", "/.x", "# newdoc", "# text = a", "SpaceAfter=No", "1-2", "1.1"),
    *(
        "a b",
        " a",
        "a ",
        " ",
        "10\xa0000",
        "\xa0",
        "a\u2028b",
        "\u2029",
        "a\x85",
        "a\x0bb",
        "\x0c",
        "\x1c",
        "\x1f",
    ),
    *("a\tb", "a\nb", "a\r\n", "\r", "\x00", "\ufeff", "\ufeffa", ""),
    *("e\u0301", "\u0301", "שלום", "\u202eabc", "🙂", "👩\u200d⚕️", "女王", "ﬁ", "İ", "ß", "\U000e0001"),
    *(
        '"',
        "\\",
        "\\n",
        "{}",
        "null",
        "don't",
        "U.S.",
        "3.5",
        "'s",
        "Dr.",
        "http://a.b/c",
        "a@b.c",
        "$.50",
        "Ze",
    ),
)
NASTY_IDS = (
    *(
        "x",
        "",
        "nw/wsj/00/wsj_0001",
        "bc/cnn; part 3",
        "a; part 0",
        "a; part 03",
        "a; part 12; part 4",
        "; part 1",
    ),
    *("a_0", "a_4", "a_04", "a_", "_", "a_1; part 2", "a; part ٣", "a; part 1" + "0" * 30, "a_" + "1" * 30),
    *(
        "(a)",
        "a)",
        "a); part 7",
        "#begin document",
        "#end document (x)",
        "# newdoc id = y",
        "part 1",
        "a part 1",
    ),
    *(
        "GUM_bio_byron",
        "a-1",
        " a",
        "a ",
        "a b",
        "a\tb",
        "a\nb",
        "a\r",
        "a\u2028",
        "\x85",
        "\ufeff",
        "\x1c",
        "é",
    ),
    *("x" * 500, "text", "a\\", '"', "ab/", "b/c"),
)
TEXT = st.text(st.characters(blacklist_categories=("Cs",)), max_size=5)
TAME = st.text(st.sampled_from("abcXYZ019éשß🙂'"), min_size=1, max_size=6)
LABELS = st.sampled_from(
    ["PERSON", "ORG", "GPE", "work-of-art", "a b", "-", "*", "_", "", "A(B", "x)", "a|b"]
)


def words(*, tame: bool = False) -> st.SearchStrategy[str]:
    """Words; tame ones are letters only, so that a good part of the documents can be written everywhere."""
    return TAME if tame else TAME | st.sampled_from(NASTY_WORDS) | TEXT


def ids() -> st.SearchStrategy[str]:
    """Names of documents."""
    return st.sampled_from(NASTY_IDS) | TEXT


@st.composite
def clusters(draw: st.DrawFn, n: int, *, tame: bool = False) -> tuple[Cluster, ...]:
    """Clusters over n words: nested, crossing, repeated spans, singletons, a span in several clusters.

    In tame ones the mentions of one cluster do not cross, and no two clusters begin with the same span.
    """
    if n == 0:
        return ()
    found = [
        sorted(cluster) for cluster in draw(st.lists(st.lists(_spans(n), min_size=1, max_size=4), max_size=4))
    ]
    if tame:
        found = [cluster for cluster in found if not _crosses(cluster)]
        found = list({cluster[0]: cluster for cluster in found}.values())
    return tuple(sorted(cluster_up(found)))


def _spans(n: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.sampled_from([(i, j) for i in range(n) for j in range(i + 1, min(n, i + 4) + 1)])


def _crosses(cluster: list[tuple[int, int]]) -> bool:
    return any(a < c < b < d for a, b in cluster for c, d in cluster)


@st.composite
def spelled(draw: st.DrawFn, of: tuple[str, ...]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A text in which the words stand in order, and where they stand."""
    gaps = st.sampled_from(["", " ", " ", " ", "\n", "  ", "\n\n", "\t", "\xa0"])
    text, offsets = draw(st.sampled_from(["", "", " ", "\n"])), []
    for word in of:
        offsets.append((len(text), len(text) + len(word)))
        text += word + draw(gaps)
    return text, tuple(offsets)


def _json() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-1, 1) | st.sampled_from(NASTY_WORDS)
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=2), max_leaves=3)


@st.composite
def documents(draw: st.DrawFn, *, tame: bool | None = None) -> Document:
    """Any document. Tame ones have letters in their words, mentions of one cluster that nest, and trees."""
    tame = draw(st.booleans()) if tame is None else tame
    word = words(tame=tame)
    label = LABELS if not tame else st.sampled_from(["PERSON", "ORG"])
    said = tuple(draw(st.lists(word, max_size=10)))
    n = len(said)

    def sometimes(strategy: st.SearchStrategy[Any], otherwise: Any = None) -> Any:
        return draw(strategy) if draw(st.integers(0, 2)) == 0 else otherwise

    def layer() -> st.SearchStrategy[tuple[str, ...]]:
        return st.tuples(*[word] * n)

    starts = sorted({0, *draw(st.lists(st.integers(0, max(n - 1, 0)), max_size=3))})
    entity = st.builds(lambda span, name: Entity(*span, name), _spans(max(n, 1)), label)
    text, offsets = sometimes(spelled(said), (None, None))
    names = ("parse", "predicate", "frameset", "sense", "lemma", "upos", "feats", "deps", "misc", "mine", "ö")
    keys = st.sampled_from(
        ["status", "scores", "system", "x", "id", "words", "meta", "rows", "comments", "ner"]
    )
    return Document(
        id=draw(ids()),
        words=said,
        sentences=tuple(starts),
        clusters=draw(clusters(n, tame=tame)),
        text=text,
        offsets=offsets,
        tags=sometimes(layer()),
        heads=sometimes(_heads(starts, n, tame=tame)),
        relations=sometimes(layer()),
        entities=tuple(sorted(set(sometimes(st.lists(entity, max_size=3), ())))) if n else (),
        speakers=sometimes(_speakers(starts, n, word)),
        genre=sometimes(st.sampled_from(["nw", "bio"] if tame else ["nw", "bio", "", "a b"])),
        layers=sometimes(st.dictionaries(st.sampled_from(names), layer(), max_size=3), {}),
        meta=sometimes(st.dictionaries(keys, _json(), max_size=2), {}),
    )


@st.composite
def _heads(draw: st.DrawFn, starts: list[int], n: int, *, tame: bool) -> tuple[int, ...]:
    """Heads anywhere in the document, or for tame documents in their own sentence."""
    heads: list[int] = []
    for start, end in zip(starts, [*starts[1:], n], strict=True):
        inside = st.integers(start, end - 1) if tame and end > start else st.integers(0, max(n - 1, 0))
        heads += [draw(st.just(-1) | inside) for _ in range(start, end)]
    return tuple(heads)


@st.composite
def _speakers(draw: st.DrawFn, starts: list[int], n: int, word: st.SearchStrategy[str]) -> tuple[str, ...]:
    """One a sentence, as in OntoNotes; at times one a word."""
    if draw(st.integers(0, 3)) == 0:
        return draw(st.tuples(*[word] * n))
    each = st.sampled_from(["Ann", "-", "Larry_King", "Speaker#1", "the host", "_"])
    ends = [*starts[1:], n]
    return tuple(
        name for start, end in zip(starts, ends, strict=True) for name in [draw(each)] * (end - start)
    )
