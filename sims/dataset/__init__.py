"""Results of batches as a dataset: shards of tables that survive being killed.

Finished games go into a *journal* first, and from there in the order of the plan into
*shards*, Parquet files of some thousand games. Nothing here knows a game: the tables
are named by whoever plays.
"""
