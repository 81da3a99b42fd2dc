"""Boehm flute: along Y, crown at y = 0, foot joint at the far end, keys up."""
import math, numpy as np
import parts as P
from parts import tube, rod, lathe, ball, torus, box, T, R, look, plastic, Vector
from key_parts import Keys


def build(finish=None, foot='b', open_holes=True, offset_g=True, lip='silver', tarnish=0, name=None, case=False):
    m = P.silver(**{**dict(rough=.07, wear=tarnish, wear_color='#6b5a45'), **(finish or {})})
    lp = P.metal((.86, .62, .30), .1) if lip == 'gold' else m
    end = 75.2 if foot == 'b' else 72.0; R0 = .97
    def along(prof, mat=m, seg=72): return lathe([(r, y) for y, r in prof], mat, seg, R(-90, 'X'), angle=40)
    # head joint: crown, slightly tapered tube, lip plate on its riser
    along([(0, 1e-3), (0, .6), (.12, .86), (.3, .92), (.9, .95), (1.2, .99), (1.5, 1.0), (1.6, .92), (1.8, .90), (5, .91), (22.0, .965), (22.0, .8)])
    V, F = [], []; nr, na = 14, 64; yc, hl, hw = 5.4, 2.15, 1.28
    for i in range(nr + 1):
        q = i / nr
        for j in range(na):
            a = 2 * math.pi * j / na; sp = .86 + .14 * abs(math.cos(a)) ** 3
            u, w = hl * q * math.cos(a) * 1.0, hw * q * math.sin(a) * sp
            th = math.radians(-8) + w / 1.42; rad = 1.42 - .05 * q ** 3 + .05 * math.exp(-((q - .3) / .2) ** 2)
            V.append((rad * math.sin(th), yc + u, rad * math.cos(th)))
    for i in range(nr):
        for j in range(na): F.append((i * na + j, i * na + (j + 1) % na, (i + 1) * na + (j + 1) % na, (i + 1) * na + j))
    P.mesh(V, F, lp, angle=60)
    tube([V[nr * na + j] for j in range(na)], .06, lp, 8, closed=True)
    E = []                                               # the hole, dark, in the middle of the plate
    for i in range(5):
        for j in range(28):
            a = 2 * math.pi * j / 28; u, w = .62 * i / 4 * math.cos(a), .52 * i / 4 * math.sin(a); th = math.radians(-8) + w / 1.42; E.append((1.462 * math.sin(th), yc + u, 1.462 * math.cos(th)))
    P.mesh(E, [(i * 28 + j, i * 28 + (j + 1) % 28, (i + 1) * 28 + (j + 1) % 28, (i + 1) * 28 + j) for i in range(4) for j in range(28)], plastic('#050505', .6))
    tube(E[4 * 28:], .035, lp, 6, closed=True)
    for k in range(8):                                   # riser below the plate
        f = 1 - k / 8; rr = .86 + .56 * f; tube([(rr * math.sin(math.radians(-8) + .66 * math.sin(a) * (1 - .08 * k)), yc + .84 * math.cos(a) * (1 - .02 * k), rr * math.cos(math.radians(-8) + .66 * math.sin(a) * (1 - .08 * k))) for a in np.linspace(0, 2 * math.pi, 40, endpoint=False)], .07, lp, 6, closed=True)
    # body and foot with their rings
    along([(22.0, .99), (22.1, 1.12), (22.6, 1.14), (23.4, 1.1), (26.2, 1.1), (26.6, 1.16), (27.0, 1.1), (27.1, R0), (58.6, R0)])
    along([(58.4, 1.02), (58.5, 1.14), (58.9, 1.16), (59.3, 1.1), (60.8, 1.1), (61.2, 1.12), (61.3, R0), (end - .5, R0), (end - .4, 1.06), (end - .05, 1.08), (end, 1.0), (end, .85)])
    if name: P.engraving(name, .62, lambda u, w: (1.12 * math.sin(w / 1.1), 24.8 + u, 1.12 * math.cos(w / 1.1)), P.metal((.22, .21, .20), .4))
    K = Keys(lambda y: R0, m, plastic('#e6d3a0', .6), .1)
    # ---- body: the line of cups on one long axle
    az, H = -64, .52
    K.hinge(28.4, 43.4, az, H, (0, .3, .62, 1)); K.hinge(44.4, 57.8, az, H, (0, .5, 1))
    K.cup(29.2, 0, .42, (29.2, az, H), .22, None, .16); K.cup(31.6, 2, .56, (31.6, az, H), .22, None, .16)
    g = 24 if offset_g else 0
    line = [(34.0, 0, .80, None), (36.5, 0, .80, .27 if open_holes else None), (39.0, g, .80, None), (41.6, g, .80, .27 if open_holes else None), (45.4, 0, .82, None), (48.0, 0, .82, .29 if open_holes else None), (50.6, 0, .82, .29 if open_holes else None), (53.2, 0, .82, .29 if open_holes else None), (56.0, 0, .84, None)]
    for y, a, r, ho in line: K.cup(y, a, r, (y, az, H) if a == 0 else (y, 66, H), .22, ho, .2)
    if offset_g: K.hinge(37.8, 43.0, 66, H, (0, 1))
    K.plate(33.0, 18, .62, 1.5, .8, (33.4, -20, .5), 20); K.hinge(46.0, 57.0, 78, .42, (0, .5, 1), .1)               # C key's touch, trill rods
    K.cup(33.0, 60, .42, (33.2, 84, .42), .2, None, .12); K.cup(30.6, 62, .42, (30.8, 84, .42), .2, None, .12); K.hinge(30.2, 46.4, 86, .42, (0, .5, 1), .1)
    for y in (46.9, 49.4): K.plate(y, 40, .5, 1.7, .62, (y, 78, .42), 4)
    K.lever([(42.6, -86, .5), (43.4, -70, .95), (44.6, -58, 1.2), (45.6, -54, 1.25)], .16, 2.4)                       # G sharp lever
    K.plate(57.9, 26, .8, 2.1, .8, (57.2, 60, .42), -14, .2, .1)                                                     # E flat
    # ---- foot joint: D sharp, C sharp, C and B, rollers for the little finger
    K.hinge(60.0, end - 1.4, 62, .5, (0, .5, 1))
    for y, r in ((61.8, .82), (64.8, .84), (67.6, .84)) + (((70.6, .84),) if foot == 'b' else ()): K.cup(y, 0, r, (y, 62, .5), .22, None, .2)
    for x in ((0, 1, 2) if foot == 'b' else (0, 1)):
        K.plate(59.9 + x * .78, 40, .9, .62, .95, (60.6 + x * .7, 62, .5), 0, .2, .08); p = K.at(60.28 + x * .78, 40, 1.05); rod(p - Vector((.42, 0, -.2)), p + Vector((.42, 0, -.2)), .13, m, 12)
