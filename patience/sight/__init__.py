"""Did a player see the cards that lie face down? What is hidden, and what results on given deals prove."""
