"""The readable engine: deals, positions, the legality of moves, and verdicts on logs."""
