"""Batches of games: how they are run, interrupted, resumed and tabulated.

Nothing here knows a rule or an engine; ``sims.stacko_games`` puts the two together.
"""
