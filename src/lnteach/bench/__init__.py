"""Measurements, kept in one format: what, how much, how sure, on which machine, against what."""

from lnteach.bench.frames import measure_frames
from lnteach.bench.record import Figure, Record, load, machine
from lnteach.bench.selfcheck import measure_selfcheck
from lnteach.bench.site import measure_site
from lnteach.bench.speed import measure_speed
from lnteach.bench.usual import measure_usual

__all__ = [
    "Figure",
    "Record",
    "load",
    "machine",
    "measure_frames",
    "measure_selfcheck",
    "measure_site",
    "measure_speed",
    "measure_usual",
]
