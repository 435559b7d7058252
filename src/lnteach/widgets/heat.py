"""A large matrix as a picture of shades, without JavaScript (`web/heat.js` draws it live)."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np

from lnteach.arrays import Array
from lnteach.widgets.figure import MARKS

__all__ = ["MANY", "heat_map"]

MANY = 16  # with more features than this, an entry is a shade, not a button
CELL = 3  # pixels of an entry, each way
NOTE = "A shade is the square root of an entry’s size: the diagonal would drown the rest."


def heat_map(matrix: Array) -> str:
    """Draw a matrix, blue above 0 and orange with a hatch below, as an image in the page."""
    d = len(matrix)
    colors = np.array([[int(MARKS[mark][k : k + 2], 16) for k in (1, 3, 5)]
                       for mark in ("direct", "mean")], dtype=np.uint8)  # fmt: skip
    below = (matrix < 0).repeat(CELL, axis=0).repeat(CELL, axis=1)
    sizes = np.abs(matrix)
    shade = np.floor(230 * np.sqrt(sizes / max(float(sizes.max()), 1e-300)) + 0.5)
    shade = shade.astype(np.uint8).repeat(CELL, axis=0).repeat(CELL, axis=1)
    y, x = np.indices(shade.shape) % CELL
    thin = below & (x + y == CELL - 1)
    pixels = np.dstack([colors[below.astype(int)], np.where(thin, shade // 2, shade)])
    words = (
        f"The {d} by {d} entries of the Jacobian, each a shade: the chosen row stands in the table"
    )
    source = base64.b64encode(_png(pixels.astype(np.uint8))).decode()
    image = f'<img class="ln-map" alt="{words}" src="data:image/png;base64,{source}">'
    return f'<div>{image}<p class="ln-map-note">{NOTE}</p></div>'


def _png(pixels: Array) -> bytes:
    """Encode rows of red, green, blue and opacity as a PNG file."""
    height, width, _ = pixels.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    rows = b"".join(b"\0" + row.tobytes() for row in pixels)  # each row begins with its filter
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts
