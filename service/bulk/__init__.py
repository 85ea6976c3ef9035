"""Judge archives of millions of games; needs the extra `bulk`."""
