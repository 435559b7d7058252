"""Cases with known answers: those of the sources, and the batch that separates all mistakes."""

E1 = {
    "h": [-7, 4, 10, 16, 22],
    "gamma": [3, 1, 4, 1, 2],
    "beta": [1, -1, 2, 0, 1],
    "g_z": [-5, 6, -2, -2, 2],
    "eps": 44,
}
E2 = {**E1, "h": [13, 24, 3, 9, 15], "g_z": [4, -1, -4, 2, 3]}
BATCH = {**E1, "h": [E1["h"], E2["h"]], "g_z": [E1["g_z"], E2["g_z"]]}
PROBE = {"h": [1, 2, 3], "eps": "1/3", "gamma": [2, 1, 3], "g_z": [1, -2, -1]}
GUIDE = {"h": [4, 0, 4, 0], "eps": 0, "gamma": [1, "1/2", 2, 1], "g_z": [2, 0, "1/2", 1]}
MIRRORED = {"h": [1, 7, 9, 15], "eps": 0, "gamma": [1, 3, 1, 3], "g_z": [1, -1, -1, 5]}
