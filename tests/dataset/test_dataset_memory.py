"""A hundred thousand games take no more memory than twenty thousand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WRITE = """
import sys
from pathlib import Path
import numpy as np
import pyarrow as pa
from sims.dataset.chunks import tables_of
from sims.dataset.cutting import packed
from sims.dataset.results import Results
from sims.dataset.spans import Span
from sims.dataset.store import Store
from tests.dataset.toys import TABLES, toy_chunk

first = tables_of(toy_chunk(Span(0, 0, 1000)), TABLES)

def chunk(begin):
    moved = {}
    for name, table in first.items():
        games = pa.array(table["game"].to_numpy() + begin)
        moved[name] = table.set_column(1, table.schema.field("game"), games)
    return packed(Span(0, begin, 1000), moved, TABLES)

def most():
    # What getrusage tells begins with what the process that started this one had.
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line[:6] == "VmHWM:") // 1024

store = Store(Path(sys.argv[1]), TABLES)
store.open()
journal = 0
for begin in range(0, 100_000, 4000):
    store.enqueue(Span(0, begin, 4000))
    for each in (3, 1, 0, 2):
        store.put(chunk(begin + 1000 * each))
        files = (store.folder / "journal").iterdir()
        journal = max(journal, sum(path.stat().st_size for path in files))
    store.sync()
    if begin == 16_000:
        early = most()
late = most()
store.seal()
store.close()
rows = 0
for piece in Results(Path(sys.argv[1]), TABLES).pieces("turns", ["game", "turn"]):
    rows += piece.num_rows
print(early, late, most(), rows, first["turns"].num_rows, journal)
"""


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WRITE, tmp_path],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    early, late, read, rows, a_thousand, journal = map(int, done.stdout.split())
    assert rows == 100 * a_thousand
    # In MB; the tables alone are 30 MB.
    assert late < early + 12
    assert read < late + 12
    assert late < 400
    assert 0 < journal < 4_000_000  # of some thousand games, not of all
