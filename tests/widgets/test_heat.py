"""A large Jacobian without JavaScript: an image of shades, pixel by pixel."""

from __future__ import annotations

import base64
import re
import struct
import zlib

import numpy as np

from lnteach.widgets.heat import heat_map
from lnteach.widgets.jacobian import Jacobian


def decoded(html: str) -> np.ndarray:
    """Read the image back, by the letter of the PNG format and not by our own code."""
    data = base64.b64decode(re.search(r'base64,([^"]+)"', html)[1])
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, parts = 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(
            kind + body
        )
        parts[kind], at = body, at + 12 + size
    width, height, depth, color = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert (depth, color) == (8, 6)
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), dtype=np.uint8)
    rows = rows.reshape(height, 1 + 4 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 4)


def test_shades_are_sizes_and_a_hatch_is_below_zero() -> None:
    pixels = decoded(heat_map(np.array([[16.0, -4.0], [0.0, 1.0]])))
    assert pixels.shape == (6, 6, 4)
    assert (pixels[:3, :3] == [0x00, 0x5F, 0xA3, 230]).all()
    assert pixels[0, 3].tolist() == [0xB3, 0x47, 0x00, 115]
    assert pixels[1, 4].tolist() == [0xB3, 0x47, 0x00, 57]
    assert not pixels[3:, :3, 3].any()
    assert (pixels[3:, 3:, 3] == 58).all()


def test_many_features_are_a_map_and_few_are_buttons() -> None:
    for d, buttons in ((16, 256), (17, 0)):
        h = [float(i * i % 7) for i in range(d)]
        static = Jacobian(h=h, dh=[1.0] * d, gamma=[1.0] * d, eps=1).static_html()
        assert static.count("<button") == buttons
        assert static.count('<img class="ln-map"') == (buttons == 0)
    assert f'alt="The {d} by {d} entries' in static
    assert static.count('data-name="row"') == d
