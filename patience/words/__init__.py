"""The words of the referee: how cards, ranks, piles and rules are named."""
