#!/usr/bin/env python3
"""Writes dts_lattice_zones.csv: the zone of every pair of whole numbers from 40 to 400 mg/dL on the error
grid of the Diabetes Technology Society.

    python3 make_dts_lattice.py > dts_lattice_zones.csv

The vertices are those of table A1 in the supplement of Klonoff et al., Journal of Diabetes Science and
Technology 18, 2024. Zones A to D are nested polygons: a pair lies in the first that holds it, its border
included, else in E. All coordinates are doubled, so that every number is whole and nothing is rounded.
A row has a reference and, for each zone that occurs, the measurements from and to which it lasts.
"""

LOWEST, HIGHEST = 40, 400
REACH = 4  # How many times as long as drawn the last segments are made.

UPPER = [
    [(0, 60), (50, 60), (500, 600)],
    [(0, 86.5), (50, 86.5), (347, 600)],
    [(0, 124), (50, 124), (241, 600)],
    [(0, 179), (50, 179), (167, 600)],
]
LOWER = [
    [(62.5, 0), (62.5, 50), (600, 480)],
    [(97.5, 0), (97.5, 50), (600, 307)],
    [(153, 0), (153, 50), (600, 197)],
    [(238, 0), (238, 50), (600, 126)],
]


def lengthened(line):
    (x0, y0), (x1, y1) = line[-2:]
    return line[:-1] + [(x0 + REACH * (x1 - x0), y0 + REACH * (y1 - y0))]


def polygon(upper, lower):
    """The outline around the diagonal: the corner of the axes, the lower line, and the upper one back."""
    corners = [(0, 0)] + lengthened(lower) + lengthened(upper)[::-1]
    return [(int(2 * x), int(2 * y)) for x, y in corners]


def holds(corners, x, y):
    """Whether a polygon or its border holds a point, by the parity of a ray to the right."""
    inside = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        on_line = turn == 0
        if on_line and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = not inside
    return inside


POLYGONS = [polygon(upper, lower) for upper, lower in zip(UPPER, LOWER)]


def zone(reference, measured):
    x, y = 2 * reference, 2 * measured
    return next((z for z, p in zip("ABCD", POLYGONS) if holds(p, x, y)), "E")


print("reference,zones")
for reference in range(LOWEST, HIGHEST + 1):
    runs = []
    for measured in range(LOWEST, HIGHEST + 1):
        letter = zone(reference, measured)
        if runs and runs[-1][0] == letter:
            runs[-1][2] = measured
        else:
            runs.append([letter, measured, measured])
    print(f"{reference}," + " ".join(f"{letter}{a}-{b}" for letter, a, b in runs))
