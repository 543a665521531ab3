"""Linear algebra on one thread, as in matches: more only wait for each other."""

import pytest

from stacko.quasistatic.stage import single_threaded


@pytest.fixture(autouse=True, scope="session")
def _one_thread():
    with single_threaded():
        yield
