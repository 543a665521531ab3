"""What tests of pictures need: whether this machine can draw at all."""

from functools import cache

import pytest

from stacko.engines.pictures import PictureError, Setting, Studio


@cache
def trouble():
    """Return why nothing can be drawn, or None."""
    try:
        Studio([], {}, Setting(size=(64, 64))).close()
    except PictureError as error:
        return str(error)
    return None


def needs_opengl():
    """Skip a test on a machine without OpenGL."""
    if trouble() is not None:
        pytest.skip(trouble())
