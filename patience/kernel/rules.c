// The rules of every variant: deals, moves and their legality, as one unit. ``rules.h`` is its interface.

#pragma once

#include "rules.h"

#include "shuffles.c"
#include "board.c"
#include "hands.c"
#include "legality.c"
