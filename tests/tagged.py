"""Documents written as word/TAG, so that tests of the rules rest on no tagger."""

from __future__ import annotations

from corefair.types import Document


def document(*sentences: str, id: str = "d") -> Document:
    """A document of sentences in lines of `word/TAG`; its text has a space between all words.

    >>> document("She/PRP left/VBD ./.").words
    ('She', 'left', '.')
    """
    words: list[str] = []
    tags: list[str] = []
    starts: list[int] = []
    for sentence in sentences:
        starts.append(len(words))
        for token in sentence.split():
            word, _, tag = token.rpartition("/")
            words.append(word)
            tags.append(tag)
    ends = [len(" ".join(words[: i + 1])) for i in range(len(words))]
    offsets = tuple((end - len(word), end) for word, end in zip(words, ends, strict=True))
    return Document(
        id, tuple(words), sentences=tuple(starts), text=" ".join(words), offsets=offsets, tags=tuple(tags)
    )
