"""Tables of game logs: columns of Arrow in, columns of verdicts out."""
