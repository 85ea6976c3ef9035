"""The rules of a game in full."""

from dataclasses import dataclass, replace

from patience.cards import RANKS
from patience.rules.agreement import check_agreement
from patience.rules.concepts import concepts_of
from patience.rules.game_parts import GameParts


@dataclass(frozen=True)
class Rules(GameParts):
    """The rules of a game, all options settled. `GET /v1/variants/{variant}` returns them as `declaration`,
    with every field. Together with docs/rules.md §1, which defines the moves and the order of the checks,
    it says everything that an engine needs to deal and to referee the game. An engine must refuse a
    declaration with a field or a value that it does not know."""

    def check(self) -> None:
        """Check that the parts agree."""
        super().check()
        check_agreement(self)

    def at_base(self, rank: str) -> "Rules":
        """Return the rules of a deal whose base rank this is: each rank as it is on the cards."""
        start = RANKS.index(rank) - RANKS.index(self.base_rank)
        turned = str.maketrans(RANKS, RANKS[start:] + RANKS[:start])
        foundations = tuple(replace(pile, ranks=pile.ranks.translate(turned)) for pile in self.foundations)
        columns = self.columns and replace(
            self.columns,
            empty_takes=self.columns.empty_takes.translate(turned),
            kinds=tuple(
                replace(kind, empty_takes=kind.empty_takes and kind.empty_takes.translate(turned))
                for kind in self.columns.kinds
            ),
        )
        return replace(self, foundations=foundations, columns=columns, base_rank=rank)

    @property
    def concepts(self) -> frozenset[str]:
        """The concepts beyond the simplest declarations that these rules use.

        A consumer lists the concepts that it implements and refuses rules that use another.
        """
        return concepts_of(self)
