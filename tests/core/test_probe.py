"""What a probe is blind to: the seeds' probes, each finding alone, and findings by row."""

import numpy as np
import pytest
import seed_values as seeds

from lnteach.core import Finding, probe_quality

GOOD = {  # no finding: eps > 0, s = sqrt(2), both means nonzero
    "h": [1.0, 2.0, 4.0],
    "gamma": [2.0, 1.0, 3.0],
    "eps": 4 / 9,
    "g_z": [1.0, -2.0, 3.0],
}


def ids(*probe):
    return [finding.id for finding in probe_quality(*probe)]


def of(case):
    return (
        *(np.array(x, float) for x in (case.h, case.gamma)),
        case.eps,
        np.array(case.g_z, float),
    )


SEEDS = {
    seeds.EXAMPLE_E: [],
    seeds.EXAMPLE_E1: [],
    seeds.EXAMPLE_E2: [],
    seeds.LECTURE_PROBE: ["unit-s"],  # it meets the lecture's three conditions
    seeds.GUIDE_ONE: ["zero-eps", "constant-u-squared"],
    seeds.GUIDE_TWO: ["zero-eps", "constant-u-squared"],
    seeds.EXAMPLE_I: ["zero-eps"],
    seeds.GUIDE_PRACTICE_2: ["uniform-gamma", "zero-eps", "zero-mean-au", "constant-u-squared"],
    seeds.GUIDE_PRACTICE_3: ["uniform-gamma", "zero-eps", "zero-mean-a", "constant-u-squared"],
}


@pytest.mark.parametrize("case", SEEDS, ids=lambda case: case.id)
def test_probes_of_the_seeds(case):
    assert ids(*of(case)) == SEEDS[case]


@pytest.mark.parametrize(("eps", "expected"), [(0, ["zero-eps"]), (11, [])])
def test_the_probe_with_both_means_zero(eps, expected):
    probe = [1, 7, 9, 15], [1, 2, 3, 4], eps, [5, -10, 5, 0]
    assert ids(*probe) == [*expected, "zero-mean-a", "zero-mean-au"]


ALONE = {
    "constant-h": {"h": [5.0, 5.0, 5.0]},
    "uniform-gamma": {"gamma": [2.0, 2.0, 2.0]},
    "zero-eps": {"eps": 0},
    "unit-s": {"h": [1.0, 2.0, 3.0], "eps": 1 / 3},
    "zero-mean-a": {"g_z": [1.0, -2.0, 0.0]},
    "zero-mean-au": {"h": [1.0, 2.0, 3.0], "g_z": [3.0, -2.0, 2.0], "eps": 0.5},
    "constant-u-squared": {
        "h": [3.0, 1.0, 3.0, 1.0],
        "gamma": [1.0, 2.0, 3.0, 4.0],
        "g_z": [1.0, 2.0, -1.0, 3.0],
    },
}


@pytest.mark.parametrize("name", ALONE)
def test_each_finding_alone(name):
    probe = {**GOOD, **ALONE[name]}
    (finding,) = probe_quality(**probe)
    assert isinstance(finding, Finding)
    assert finding.id == name
    assert finding.rows == ()
    assert finding.sentence == SENTENCES[name]


def test_good_probe_has_none():
    assert probe_quality(**GOOD) == ()


SENTENCES = {
    "constant-h": "A constant h has u = 0, which hides the term with u.",
    "uniform-gamma": "A uniform gamma factors out, so a wrong place for it is not seen.",
    "zero-eps": "With eps = 0, or lost beside v, s is √v: a forgotten eps is not seen.",
    "unit-s": "With s = 1 a missing or wrong power of s is not seen.",
    "zero-mean-a": "With mean(a) = 0 the mean term vanishes: a mistake in it is not seen.",
    "zero-mean-au": "With mean(a*u) = 0 the variance term vanishes: a mistake in it is not seen.",
    "constant-u-squared": "With all u*u equal, a rule that takes u*u for its mean is not seen.",
}


def test_batch_findings_name_their_rows():
    h = [[1.0, 2.0, 4.0], [5.0, 5.0, 5.0], [1.0, 2.0, 3.0], [0.1, 0.1, 0.1]]
    g_z = [[1.0, -2.0, 0.0], [1.0, 2.0, 3.0], [1.0, 1.0, 1.0], [1.0, 0.0, 0.0]]
    found = {f.id: f for f in probe_quality(h, [2.0, 1.0, 3.0], 1 / 3, g_z)}
    assert {name: f.rows for name, f in found.items()} == {
        "constant-h": ((1,), (3,)),
        "unit-s": ((2,),),
        "zero-mean-a": ((0,),),
    }
    assert found["constant-h"].sentence.startswith("Rows 1, 3: A constant h has u = 0")
    assert found["unit-s"].sentence.startswith("Row 2: With s = 1")


def test_rows_of_a_batch_of_sequences_are_pairs():
    h = np.array([[[1.0, 2.0, 4.0], [3.0, 3.0, 3.0]]])
    (finding,) = probe_quality(h, GOOD["gamma"], GOOD["eps"], [[GOOD["g_z"], GOOD["g_z"]]])
    assert finding.rows == ((0, 1),)
    assert finding.sentence.startswith("Row (0, 1): A constant h")


def test_eps_zero_with_a_constant_row_is_reported_and_not_refused():
    assert ids([[1.0, 2.0, 4.0], [0.1] * 3], [1.0, 2.0, 3.0], 0, [[1.0, 2.0, 4.0]] * 2) == [
        "constant-h",
        "zero-eps",
    ]


def test_equalities_hold_to_what_a_check_resolves():
    # In float32 a finite difference sees 5e-4: what is lost there need not be lost in float64.
    def almost(dtype):
        h, gamma, g_z = (np.array(GOOD[k], dtype) for k in ("h", "gamma", "g_z"))
        return ids(h, np.array([1.0, 1.0, 1.001], dtype), GOOD["eps"], g_z), ids(
            h, gamma, 1e-5, g_z
        )

    assert almost(np.float64) == ([], [])
    assert almost(np.float32) == (["uniform-gamma"], ["zero-eps"])
    assert ids([1.0, 2.0, 4.0], GOOD["gamma"], 1e-10, GOOD["g_z"]) == ["zero-eps"]


def test_one_feature_and_no_rows():
    assert ids([[3.0]], [2.0], 0.5, [[1.0]]) == ["constant-h", "uniform-gamma"]
    assert ids(np.empty((0, 3)), GOOD["gamma"], 0.5, np.empty((0, 3))) == []


def test_zero_upstream_gradient_hides_both_terms():
    assert ids(GOOD["h"], GOOD["gamma"], GOOD["eps"], [0, 0, 0]) == ["zero-mean-a", "zero-mean-au"]
