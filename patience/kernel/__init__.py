"""The compiled twin of the readable engine, and the choice between the two."""
