"""The tree of a game, by itself: lines, variations, and what of them is kept."""

STEPS = """
    const step = (from, to, card) => ({ moved: [{ from, to, cards: [card] }], turned_up: [], filled: [] });
    const pile = (...codes) => ({ cards: codes.map((code, number) => ({ number, code })), faceDown: 0 });
    const { Tree, leftAt, movesTo, refusal } = await import('/web/tree.js');
    const tree = new Tree(new Map([['T1', pile('AC', '2C')], ['T2', pile()], ['F1', pile()]]));
    tree.extendMain('T1-T2', step('T1', 'T2', '2C'));
    tree.extendMain('T1-F', step('T1', 'F1', 'AC'));
    tree.endMain({ move: 'T9-T1', index: 2, legal_moves: [] });
    const [deal, first, second, illegal] = tree.nodes;
    const tokens = (line) => line.map((node) => node.token);
"""


def in_tree(viewer, code: str) -> object:
    """What a piece of code says of a log of two moves and an illegal one."""
    return viewer.page.evaluate(f"async () => {{ {STEPS} {code} }}")


def test_the_log_is_the_main_line_and_its_illegal_move_a_place(viewer):
    line, at_illegal, codes = in_tree(
        viewer,
        """return [tokens(tree.lineThrough(deal)), [illegal.ply, illegal.position === second.position],
            [...second.position].map(([name, { cards }]) => name + cards.map((card) => card.code))]""",
    )
    assert line == [None, "T1-T2", "T1-F", "T9-T1"]
    assert at_illegal == [3, True]
    assert codes == ["T1", "T22C", "F1AC"]


def test_a_move_is_one_place_however_it_is_spelled(viewer):
    """A bare F and its number, x1 and none."""
    same = in_tree(
        viewer,
        """return [tree.child(first, 'T1-F1x1') === second, tree.add(first, 'T1-F1', second.step) === second,
            tree.child(deal, 'T1-F1') ?? null, tree.nodes.length]""",
    )
    assert same == [True, True, None, 4]


def test_a_variation_leaves_the_log_as_it_is(viewer):
    """Preferred once it was played; what leads to it, and where it left, is known; a refusal is forgotten."""
    found = in_tree(
        viewer,
        """const tried = tree.add(first, 'T2-T1', step('T2', 'T1', '2C'));
        const before = tokens(tree.lineThrough(deal));
        tree.prefer(tried);
        const after = tokens(tree.lineThrough(deal));
        const gone = refusal(tried, { move: 'draw' });
        return [before, after, movesTo(tried), leftAt(tried) === first, tried.children.length, gone.ply,
            tokens(tree.lineThrough(second))]""",
    )
    assert found == [
        [None, "T1-T2", "T1-F", "T9-T1"],
        [None, "T1-T2", "T2-T1"],
        ["T1-T2", "T2-T1"],
        True,
        0,
        3,
        [None, "T1-T2", "T1-F", "T9-T1"],
    ]


def test_variations_are_kept_as_plain_data(viewer):
    kept, again = in_tree(
        viewer,
        """const tried = tree.add(first, 'T2-T1', step('T2', 'T1', '2C'), { outcome: 'in_progress' });
        tree.add(tried, 'T1-T2', step('T1', 'T2', '2C'));
        const kept = JSON.parse(JSON.stringify(tree.variations()));
        const other = new Tree(deal.position);
        other.extendMain('T1-T2', first.step);
        other.extendMain('T1-F', second.step);
        other.endMain(illegal.illegal);
        other.restore(kept);
        const line = tokens(other.lineThrough(other.nodes.at(-1)));
        return [kept.map(([parent, token]) => [parent, token]), line]""",
    )
    assert kept == [[1, "T2-T1"], [4, "T1-T2"]]
    assert again == [None, "T1-T2", "T2-T1", "T1-T2"]
