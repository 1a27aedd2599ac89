"""Trees in ClearNLP's scheme, which spaCy's own English pipelines speak, made into Universal Dependencies.

Not every construction: those that decide where a noun phrase begins and ends and what it is to its verb. A
preposition comes to depend on its noun, and *be* on its predicate; the labels get their universal names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_RENAMED = {
    "ROOT": "root",
    "acomp": "xcomp",
    "agent": "advmod",
    "attr": "xcomp",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "intj": "discourse",
    "meta": "dep",
    "neg": "advmod",
    "nn": "compound",
    "npadvmod": "obl:unmarked",
    "nsubjpass": "nsubj:pass",
    "oprd": "xcomp",
    "pcomp": "advcl",
    "pobj": "obl",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prep": "advmod",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}
_ONLY_CLEAR = frozenset({"pobj", "dobj", "nsubjpass"})
_BE = frozenset("am are be been being is was were 'm 're 's ’m ’re ’s ai".split())  # noqa: SIM905
_NOMINAL = ("NN", "PRP", "CD", "WP", "DT", "EX")  # how the tags of nouns and what stands for them begin


def is_clear(labels: Iterable[str]) -> bool:
    """Whether a parser with these labels speaks ClearNLP.

    >>> is_clear(["nsubj", "obj", "obl"]), is_clear(["nsubj", "dobj", "pobj"])
    (False, True)
    """
    return not _ONLY_CLEAR.isdisjoint(labels)


def universal(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]
) -> tuple[list[int], list[str]]:
    """Heads and relations in Universal Dependencies; a head of -1 is a root, before and after.

    >>> words, tags = "She works in Rome".split(), "PRP VBZ IN NNP".split()
    >>> universal(words, tags, [1, -1, 1, 2], ["nsubj", "ROOT", "prep", "pobj"])
    ([1, -1, 3, 1], ['nsubj', 'root', 'case', 'obl'])
    """
    tree = _Tree(words, tags, heads, relations)
    for i in tree.from_the_leaves():
        if tree.relations[i] in ("prep", "agent", "dative") or tree.tags[i] in ("IN", "TO"):
            tree.turn_preposition(i)
    for i in tree.from_the_leaves():
        if tree.words[i] in _BE and tree.tags[i][:2] in ("VB", "MD"):
            tree.turn_copula(i)
    return tree.heads, [
        "mark" if name == "aux" and tag == "TO" else _RENAMED.get(name, name)
        for name, tag in zip(tree.relations, tree.tags, strict=True)
    ]


class _Tree:
    """A tree that is being turned."""

    def __init__(
        self, words: Sequence[str], tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]
    ) -> None:
        self.words = [word.lower() for word in words]
        self.tags, self.heads, self.relations = tags, list(heads), list(relations)
        self.children: list[list[int]] = [[] for _ in words]
        for i, head in enumerate(heads):
            if head >= 0:
                self.children[head].append(i)

    def from_the_leaves(self) -> list[int]:
        """Every word after those below it."""
        order = [i for i, head in enumerate(self.heads) if head < 0]
        for i in order:  # grows while it is read
            order.extend(self.children[i])
        return order[::-1]

    def turn_preposition(self, i: int) -> None:
        """*in* ← *Rome* instead of *Rome* ← *in*; a preposition of a clause marks it."""
        below = [child for child in self.children[i] if self.relations[child] in ("pobj", "pcomp", "obl")]
        if not below:
            return
        top, head = below[0], self.heads[i]
        nominal = head >= 0 and self.tags[head].startswith(_NOMINAL)
        is_clause = self.relations[top] == "pcomp"
        if is_clause:
            above = "acl" if nominal else "advcl"
        elif self.relations[i] == "agent":
            above = "obl:agent"
        else:
            above = "nmod" if nominal else "obl"
        if head < 0:
            above = "root"
        elif self.relations[i] not in ("prep", "agent", "dative", "pobj", "pcomp"):
            above = self.relations[i]  # a conjunct, for one
        self.promote(top, i, above, below="mark" if is_clause else "case")

    def turn_copula(self, i: int) -> None:
        """*is* ← *nurse* instead of *nurse* ← *is*; but what follows *there is* is its subject."""
        below = [child for child in self.children[i] if self.relations[child] in ("attr", "acomp")]
        if not below:
            return
        if any(self.relations[child] == "expl" for child in self.children[i]):
            self.relations[below[0]] = "nsubj"
        else:
            self.promote(below[0], i, self.relations[i], below="cop")

    def promote(self, top: int, i: int, above: str, *, below: str) -> None:
        """Let a child take the place of its head, with all that depended there."""
        head = self.heads[i]
        moved = [child for child in self.children[i] if child != top]
        for child in moved:
            self.heads[child] = top
        self.children[top].extend([*moved, i])
        self.children[i] = []
        if head >= 0:
            self.children[head] = [top if child == i else child for child in self.children[head]]
        self.heads[top], self.relations[top] = head, above
        self.heads[i], self.relations[i] = top, below
