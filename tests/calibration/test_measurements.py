"""Files of measurements: what is read, and how what is wrong is refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from stacko.calibration import Kind, MeasurementError, read_measurements
from stacko.calibration.synthetic import write_measurements
from stacko.slots import Slot

HEAD = "kind,layer,position,value,unit\n"
PULL = "pull_force,7,b,0.31,N\n"


def read(tmp_path: Path, text: str | bytes, layers: int = 15):
    path = tmp_path / "measured.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_measurements(path, layers)


def test_every_kind_and_unit_is_read_in_si(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "\ufeff# my tower\n\nunit, value ,kind,layer,position,tower,error\r\n"
        "N,0.31,pull_force,7,b,blue,0.02\r\n"
        "mN,310,pull_force,1,c,,\r\n"
        "# by night\n"
        "deg,20,slide_angle,,,,1.5\n"
        "rad,0.5,table_slide_angle,,,,\n"
        "deg,16.5,fall_angle,,,,\n",
    )
    assert [each.kind for each in found] == [
        Kind.PULL_FORCE,
        Kind.PULL_FORCE,
        Kind.SLIDE_ANGLE,
        Kind.TABLE_SLIDE_ANGLE,
        Kind.FALL_ANGLE,
    ]
    first, second, slide, table, _ = found
    assert (first.value, first.error, first.slot) == (0.31, 0.02, Slot(7, "b"))
    assert (first.tower, second.tower, second.error) == ("blue", "1", None)
    assert second.value == pytest.approx(0.31)
    assert slide.value == pytest.approx(math.radians(20))
    assert slide.error == pytest.approx(math.radians(1.5))
    assert (slide.slot, table.value) == (None, 0.5)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    text = HEAD + PULL + "slide_angle,,,19.25,deg\n"
    found = read(tmp_path, text)
    path = tmp_path / "again.csv"
    write_measurements(path, found, ["a remark"])
    assert read_measurements(path, 15) == found
    assert path.read_text().startswith("# a remark\nkind,")
    assert [each.name for each in tmp_path.iterdir() if "tmp" in each.name] == []


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "is empty: its first line names the columns"),
        ("\n  \n# nothing\n", None, "is empty"),
        (HEAD, None, "holds no measurement: write one a line"),
        ("kind,layer,position,value\n" + PULL, 1, "column 'unit' is missing"),
        ("kind;layer;position;value;unit\n", 1, "separated by commas"),
        (HEAD.replace("\n", ",eror\n") + PULL, 1, "did you mean 'error'"),
        (HEAD.replace("\n", ",kind\n") + PULL, 1, "a column is named twice"),
        (HEAD + "pul_force,7,b,0.31,N\n", 2, "'pul_force': give one of pull_force"),
        (HEAD + "pul_force,7,b,0.31,N\n", 2, "did you mean 'pull_force'"),
        (HEAD + PULL + "pull_force,7,b,nan,N\n", 3, "value is 'nan': give a number"),
        (HEAD + "pull_force,7,b,inf,N\n", 2, "value is 'inf': give a number"),
        (HEAD + "pull_force,7,b,,N\n", 2, "value is '': give a number in N"),
        (HEAD + "pull_force,7,b,0.31 N,N\n", 2, "'0.31 N': give a number in N"),
        (HEAD + "pull_force,7,b,1_0,N\n", 2, "'1_0': give a number"),
        (HEAD + "pull_force,7,b,strong,N\n", 2, "'strong': give a number"),
        (HEAD + "pull_force,7,b,0,31,N\n", 2, "6 cells"),
        (HEAD + "pull_force,7,b,-0.1,N\n", 2, "'-0.1': a force is 0 or more"),
        (HEAD + "pull_force,7,b,310,N\n", 2, "'310': give less than 100 N"),
        (HEAD + "pull_force,16,b,0.31,N\n", 2, "'16': there are layers 1 to 15"),
        (HEAD + "pull_force,0,b,0.31,N\n", 2, "'0': there are layers 1 to 15"),
        (HEAD + "pull_force,b,7,0.31,N\n", 2, "layer is 'b'"),
        (HEAD + "pull_force,,,0.31,N\n", 2, "layer is ''"),
        (HEAD + "pull_force,7,d,0.31,N\n", 2, "'d': give one of a, b, c"),
        (HEAD + "pull_force,7,B,0.31,N\n", 2, "did you mean 'b'"),
        (HEAD + "pull_force,7,b,0.31,deg\n", 2, "unit is 'deg': give one of N, mN"),
        (HEAD + "slide_angle,,,20,N\n", 2, "unit is 'N': give one of deg, rad"),
        (HEAD + "slide_angle,,,20,\n", 2, "unit is ''"),
        (HEAD + "slide_angle,,,95,deg\n", 2, "'95': give less than 90 deg"),
        (HEAD + "slide_angle,,,-3,deg\n", 2, "'-3': an angle is above 0"),
        (HEAD + "slide_angle,3,,20,deg\n", 2, "is of no slot, leave it empty"),
        (HEAD + '"pull_force,7\n', 2, "is not CSV"),
        (HEAD.replace("\n", ",error\n") + "pull_force,7,b,0.3,N,0\n", 2, "above 0"),
        (HEAD.replace("\n", ",error\n") + "pull_force,7,b,0.3,N,x\n", 2, "error is"),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, text: str, line: int | None, message: str
) -> None:
    with pytest.raises(MeasurementError) as caught:
        read(tmp_path, text)
    told = str(caught.value)
    assert message in told
    assert "measured.csv'" in told
    assert line is None or f"line {line}" in told
    assert len(told) < 400


@pytest.mark.parametrize("text", [b"\xff\xfe\x00k", b"kind\xe9"])
def test_what_is_no_text_is_refused(tmp_path: Path, text: bytes) -> None:
    with pytest.raises(MeasurementError, match="it is not text in UTF-8"):
        read(tmp_path, text)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.csv", Path("/dev/zero")):
        with pytest.raises(MeasurementError, match="cannot be read"):
            read_measurements(path, 15)
