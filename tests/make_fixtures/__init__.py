"""Write the fixtures that follow from the rules; every verdict is the reference interpreter's."""
