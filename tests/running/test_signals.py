"""Being asked to stop, by whatever asks."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from sims.running.signals import stop_on_signals

ASKING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def usual() -> Iterator[None]:
    """Handle signals as usual, also where the tests were told to ignore some."""
    before = {each: signal.getsignal(each) for each in ASKING}
    for each in ASKING:
        signal.signal(each, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.usefixtures("usual")
@pytest.mark.parametrize("number", ASKING)
def test_the_first_signal_is_a_flag_and_the_second_interrupts(number: int) -> None:
    before = [signal.getsignal(each) for each in ASKING]
    with stop_on_signals() as stop:
        assert not stop()
        os.kill(os.getpid(), number)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
    assert [signal.getsignal(each) for each in ASKING] == before


def test_who_ignores_closed_terminals_goes_on() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stop_on_signals() as stop:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stop()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
