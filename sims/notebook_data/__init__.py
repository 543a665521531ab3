"""The data of the notebooks: what makes them, where they lie, and how they are read.

Each *set* of data has a name and a recipe (`sims.notebook_data.recipes`): a study that
is played, or a measurement. ``python -m sims.notebook_data NAME`` makes it at full size
into ``notebooks/data/NAME``, some Parquet tables. A notebook reads it with `load`. With
QUICK=1 in the environment `load` makes a small set of its own instead, which shows that
recipe and notebook still work, and proves nothing else.
"""

from sims.notebook_data.loading import Data, load

__all__ = ["Data", "load"]
