"""What a folder of results says: rates, means and lengths of games, cell by cell.

Knows no game: what is counted of one comes in as a `sims.reports.kinds.Kind`.
"""
