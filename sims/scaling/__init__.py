"""How far batches grow: measured costs, a model of the scheduling, and what follows.

`sims.scheduler_model` is the command; docs/scale.md is the page that comes of it.
"""
