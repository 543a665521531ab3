"""How many blocks there are to choose from, against the rules themselves."""

import pytest

from sims.stacko_choices import choices
from stacko import Game, Move, Rules, Tower
from stacko.match import MatchConfig, play_match
from stacko.position import fitting, takeable


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(reach="below_top_three"), Rules(retry_limit=1)]
)
@pytest.mark.parametrize("index", [0, 4])
def test_they_are_those_of_the_rules(rules, index):
    config = MatchConfig(engine="quasistatic", policies=("cautious",), rules=rules)
    record = play_match(config, 3, index)
    tower = Tower.from_notation(record.game.tower)
    rows = [(t.turn, t.demand, t.block, t.target, t.verdict) for t in record.turns]
    found = list(choices(tower, rows, rules.reach))
    assert [each.turn for each in found] == list(dict.fromkeys(r[0] for r in rows))
    game, told = Game(4, rules, tower), iter(found)
    for row in record.turns:
        if not game.tries and game.demand.draw != 1:
            each = next(told)
            assert each.demand == str(game.demand)
            assert each.fitting == len(fitting(game.position))
            assert each.within_reach == len(takeable(game.position))
        color = f"={row.color}" if row.color else ""
        game.push(Move.from_notation(f"{row.block}>{row.target}{color}"), row.verdict)


def test_where_nothing_fits_there_are_none():
    tower = Tower.from_notation("R1 R2 R3 / B1 B2 B3 / G1 G2 G3")
    passed = (1, "Y", None, None, "passed")
    (found,) = choices(tower, [passed])
    assert (found.within_reach, found.fitting) == (6, 0)
    assert not list(choices(tower, []))
