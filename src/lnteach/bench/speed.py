"""The core's speed as ratios to its peers, taken in turn in one run, beside the copy limit.

A time of one run means little on a shared machine; what is kept is the ratio of medians that were
taken in turn. Outputs are allocated anew at every call, by the default allocator, on every side.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from lnteach import core
from lnteach.bench.record import Figure, Record
from lnteach.core import _dispatch

__all__ = ["SHAPES", "measure_speed"]

SHAPES = (
    (1, 4),
    (64, 64),
    (4096, 768),
    (8192, 1024),
    (2048, 4096),
    (512, 16384),
    (65536, 64),
)
Job = Callable[[], Any]


def measure_speed(
    shapes: Sequence[tuple[int, int]] = SHAPES,
    dtypes: Sequence[str] = ("float32", "float64"),
    *,
    threads: int = 1,
    rounds: int = 9,
) -> Record:
    """Time forward and backward of both norms beside torch and the readable formulas.

    Parameters
    ----------
    shapes : sequence of (rows, features)
        The sizes to measure.
    dtypes : sequence of str
        ``float32``, ``float64``.
    threads : int
        How many threads every side may use.
    rounds : int
        How often each is taken; the figure is the ratio of the medians.

    Returns
    -------
    Record
        Ratios: below 1, ours is faster. What is missing is said in the notes.

    Examples
    --------
    >>> record = measure_speed([(64, 64)], ["float32"], rounds=3)
    >>> record.figures[0].what.startswith("(64, 64) float32: layer backward")
    True
    """
    notes = [f"{threads} thread(s); outputs allocated at every call; formulas = the readable ones."]
    if find_spec("torch") is None:
        notes.append("torch skipped: it is not installed.")
    record = Record("speed", tools={"numpy": np.__version__})
    for shape in shapes:
        for dtype in dtypes:
            record.figures += _figures(shape, dtype, threads, rounds)
    if find_spec("torch") is not None:
        torch = import_module("torch")
        record.tools = {**record.tools, "torch": str(torch.__version__)}
    record.notes = " ".join(notes)
    return record


def _figures(shape: tuple[int, int], dtype: str, threads: int, rounds: int) -> list[Figure]:
    rng = np.random.default_rng(16)
    h, g_z = (rng.standard_normal(shape).astype(dtype) for _ in range(2))
    gamma, beta = (rng.uniform(0.5, 2, shape[1]).astype(dtype) for _ in range(2))
    figures = []
    for name, ours in _ours(h, gamma, beta, g_z, threads).items():
        jobs: dict[str, Job] = {"ours": ours, "formulas": _by_formulas(ours), "copy": h.copy}
        if find_spec("torch") is not None:
            jobs["torch"] = _theirs(h, gamma, beta, g_z, threads)[name]
        times = _in_turn(jobs, rounds)
        for peer in jobs.keys() - {"ours"}:
            pairs = zip(times["ours"], times[peer], strict=True)
            middle = median(times["ours"]) / median(times[peer])
            runs = sorted(one / other for one, other in pairs)
            figures.append(
                Figure(f"{shape} {dtype}: {name}, ours / {peer}", "", [runs[0], middle, runs[-1]])
            )
    return sorted(figures, key=lambda figure: figure.what)


def _ours(h: Any, gamma: Any, beta: Any, g_z: Any, threads: int) -> Mapping[str, Job]:
    _, saved = core.layer_norm_forward(h, gamma, beta)
    _, kept = core.rms_norm_forward(h, gamma)
    return {
        "layer forward": lambda: core.layer_norm_forward(h, gamma, beta, threads=threads),
        "layer backward": lambda: core.layer_norm_backward(g_z, saved, threads=threads),
        "rms forward": lambda: core.rms_norm_forward(h, gamma, threads=threads),
        "rms backward": lambda: core.rms_norm_backward(g_z, kept, threads=threads),
    }


def _by_formulas(job: Job) -> Job:
    def run() -> Any:
        before, _dispatch.LEAST = _dispatch.LEAST, 1 << 62
        try:
            return job()
        finally:
            _dispatch.LEAST = before

    return run


def _theirs(h: Any, gamma: Any, beta: Any, g_z: Any, threads: int) -> Mapping[str, Job]:
    torch = import_module("torch")
    torch.set_num_threads(threads)
    x, w, b, g = (torch.from_numpy(each) for each in (h, gamma, beta, g_z))
    size = [h.shape[1]]
    ops = torch.ops.aten
    _, mean, rstd = torch.native_layer_norm(x, size, w, b, 1e-5)
    grown, scale = x.clone().requires_grad_(), w.clone().requires_grad_()
    z = torch.nn.functional.rms_norm(grown, size, scale, 1e-5)
    all_three = [True, True, True]
    return {
        "layer forward": lambda: torch.native_layer_norm(x, size, w, b, 1e-5),
        "layer backward": lambda: ops.native_layer_norm_backward(
            g, x, size, mean, rstd, w, b, all_three
        ),
        "rms forward": lambda: torch.nn.functional.rms_norm(x, size, w, 1e-5),
        "rms backward": lambda: torch.autograd.grad(z, (grown, scale), g, retain_graph=True),
    }


def _in_turn(jobs: Mapping[str, Job], rounds: int) -> dict[str, list[float]]:
    """Take each job once a round, so that what disturbs the machine disturbs all of them."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    repeats = {}
    for name, job in jobs.items():
        job()
        began = time.perf_counter()
        job()
        repeats[name] = max(1, min(1000, int(0.002 / max(time.perf_counter() - began, 1e-7))))
    for _ in range(rounds):
        for name, job in jobs.items():
            began = time.perf_counter()
            for _ in range(repeats[name]):
                job()
            times[name].append((time.perf_counter() - began) / repeats[name])
    return times
