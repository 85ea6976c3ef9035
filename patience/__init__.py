"""The rules of play as a library: no Flask, no marshmallow, no files, no network.

>>> from patience.compiled import tables_for
>>> from patience.dealing import deal_seed
>>> from patience.legality import legal_moves
>>> from patience.replay import GameLog, replay
>>> deal = deal_seed(tables_for("freecell", {"cells": "four"}), "1")
>>> legal_moves(deal.position())[:4]
['T1-R1', 'T1-R2', 'T1-R3', 'T1-R4']
>>> verdict = replay(GameLog(deal, ("T1-R1", "T7-T2")))
>>> verdict.valid, verdict.moves_played, verdict.first_illegal_move.reason.value
(False, 1, 'wrong_color')
>>> verdict.first_illegal_move.detail
'8♣ cannot go on 9♣ on T2: colours must alternate.'

A game is a declaration in the language of ``rules``; ``variants`` has the games, one file per family, and
``declaration`` reads and writes declarations as JSON. ``compiled`` turns a declaration into tables,
``dealing`` turns a seed or a deck into a ``position``, ``legality`` says which moves are legal and how the
game stands, and ``replay`` plays a game log to its verdict. Imports run in this order, without cycles.
"""
