// The compiled search for a winning line, or for the proof that none exists.
//
// Strategy: best-first search in layers, in runs whose beam widens (``parts/runs.c``). A layer holds the
// positions with equally many cards drawn. Equal cards, and piles that behave alike, are interchangeable
// (``shapes.c``). Where the waste can be turned at will, no position is counted for it (``moves.c``). Positions that fail a necessary condition of winning are cut (``hopeless.c``). Cards that
// nothing can need any more go to their foundations at once (``moves.c``). A run that cut nothing else and found no
// win has visited every reachable position, so the game is dead. Once runs fill the memory, they take turns with a
// complete search in bounded memory (``deep.c``). Klondike with one pack, games of pairs, and games with cells that build
// in suit are searched as numbers instead (``compact.c``, ``pairs.c``, ``suited.c``). Where moves,
// draws and deals only take cards off piles and put them on others, each pile is kept once for all positions that have it
// (``stacks.c``), and of positions that differ by a renaming of suits, one is searched (``renaming.c``). Under rules for which not
// all this is proved (``facts.plain``), only equal positions are left out, and what single cuts leave out that are proved.
//
// The search uses the kernel's own tables and legality, and a schedule of heuristics (``heuristics.py``). All
// numbers are integers and pseudo-random numbers come from a fixed sequence, so equal questions have equal answers,
// lines and counts on every machine. The GIL is released while it runs.

#pragma once

#include "search.h"

#include "../kernel/rules.c"

#include "parts/arena.c"
#include "parts/chart.c"
#include "parts/shapes.c"
#include "parts/safe.c"
#include "parts/traits.c"
#include "parts/hopeless.c"
#include "parts/rendezvous.c"
#include "parts/stepping.c"
#include "parts/moves.c"
#include "parts/deep.c"
#include "parts/stacks.c"
#include "parts/renaming.c"
#include "parts/runs.c"
#include "parts/line.c"
#include "parts/compact.c"
#include "parts/pairs.c"
#include "parts/suited.c"
#include "parts/player.c"
#include "parts/planning.c"
#include "parts/shortening.c"
#include "parts/fewest.c"
#include "parts/klondike.c"
