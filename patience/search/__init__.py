"""Whether a position can still be won: proofs, searches, and what they find."""
