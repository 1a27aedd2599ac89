"""The passes, from the most precise to the least; each looks at what the ones before it left apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from corefair.errors import DataError, UnknownName
from corefair.systems.rule.passes import constructs, heads, pronoun, relaxed_head, speaker, strings
from corefair.systems.rule.text import Text


class Pass(NamedTuple):
    """A step of the sieve: `find` tells mention, antecedent and why, and sees each link made at once."""

    name: str
    find: Callable[[Text], Iterator[tuple[int, int, str]]]

    @property
    def condition(self) -> str:
        """When it links, in one sentence."""
        return " ".join((self.find.__doc__ or "").partition("\n\n")[0].split())


PASSES = (
    Pass("speaker", speaker.find),
    Pass("exact", strings.exact),
    Pass("relaxed", strings.relaxed),
    Pass("constructs", constructs.find),
    Pass("head1", heads.strict_1),
    Pass("head2", heads.strict_2),
    Pass("head3", heads.strict_3),
    Pass("proper", heads.proper),
    Pass("relaxed_head", relaxed_head.find),
    Pass("pronoun", pronoun.find),
)


def choose(wanted: str | Iterable[str]) -> tuple[Pass, ...]:
    """The passes of these names, always in their own order; "-name" takes one out of all.

    Several in one string are joined by "+" or spaces, since a comma ends an option on the command line.

    >>> [each.name for each in choose("exact pronoun")], len(choose("-pronoun -speaker"))
    (['exact', 'pronoun'], 8)
    """
    names = wanted.replace("+", " ").split() if isinstance(wanted, str) else list(wanted)
    known = [each.name for each in PASSES]
    for name in names:
        if name != "all" and name.removeprefix("-") not in known:
            raise UnknownName("pass", name.removeprefix("-"), known)
    taken = {name for name in names if not name.startswith("-")}
    if not taken or "all" in taken:
        taken = set(known)
    taken -= {name[1:] for name in names if name.startswith("-")}
    if not taken:
        raise DataError(f"no pass is left of {', '.join(known)}")
    return tuple(each for each in PASSES if each.name in taken)
