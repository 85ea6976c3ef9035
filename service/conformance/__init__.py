"""Whether another engine judges as the rules page does: its answers to the fixtures, compared."""
