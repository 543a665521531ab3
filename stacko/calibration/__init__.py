"""Friction and tolerance of a real set, from measurements anybody can make."""

from stacko.calibration.angles import Slides, slides_of
from stacko.calibration.coverage import Coverage, coverage_of
from stacko.calibration.falling import FallCheck, check_falls, fall_angle
from stacko.calibration.fitting import Calibration, Estimate, calibrate
from stacko.calibration.loads import TOLERANCES, LoadBank, Setup, draw_bank
from stacko.calibration.measurements import (
    Kind,
    Measurement,
    MeasurementError,
    read_measurements,
)
from stacko.calibration.pulls import Pulls, pulls_of
from stacko.calibration.synthetic import (
    Campaign,
    Truth,
    make_measurements,
    write_measurements,
)

__all__ = [
    "TOLERANCES",
    "Calibration",
    "Campaign",
    "Coverage",
    "Estimate",
    "FallCheck",
    "Kind",
    "LoadBank",
    "Measurement",
    "MeasurementError",
    "Pulls",
    "Setup",
    "Slides",
    "Truth",
    "calibrate",
    "check_falls",
    "coverage_of",
    "draw_bank",
    "fall_angle",
    "make_measurements",
    "pulls_of",
    "read_measurements",
    "slides_of",
    "write_measurements",
]
