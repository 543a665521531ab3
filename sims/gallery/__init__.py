"""A gallery of batches: one folder to open in a browser, without a network.

The command is ``python -m sims.gallery``; see `sims.gallery.__main__`.
"""
