"""Claims held against verdicts, and the receipts that are signed for them."""
