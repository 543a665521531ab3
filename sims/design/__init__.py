"""The design of studies: which cells there are, how many games each plays, and when.

A study is a base configuration and its variations, the cells. Nothing in here plays a
game, but for the trial of a dry run, and nothing knows one, but for the schemas.
"""
