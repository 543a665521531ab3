"""The design of studies: which cells there are, how many games each plays, and when.

A study is a base configuration and its variations, the cells. A study file is a
configuration file with any of four sections more::

    games = 400                         # of every cell, with [stop] the most
    engine = "quasistatic"              # the base: what all cells have

    [study]
    game = "stacko"
    name = "Hands and friction"
    question = "Which matters more?"
    paired = true                       # game i has the same seed in all cells

    [grid]                              # every combination, the last key fastest
    hand = ["steady", "shaky"]
    contact.mu_block = [0.25, 0.35]

    [[variations]]                      # each with the whole grid
    name = "wood"
    set = "wood"

    [stop]                              # a cell ends once it knows enough
    metric = "toppled"
    width = 0.05                        # of the 95 % interval
    at_least = 100
    batch = 100

``docs/*-study.schema.json`` tell editors of all keys; `sims/studies` has examples.
Nothing in here plays a game, and nothing knows one, but for the schemas.
"""
