"""STACCS by machine: the card game of stacked cubes, not built yet.

The package is here so that the layout is: rules on an exact triangular lattice
in ``staccs``, the tower game in ``stacko``, and batches of both in ``sims``.
Neither game imports the other.
"""
