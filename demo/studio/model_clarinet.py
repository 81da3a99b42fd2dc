"""Clarinet in B flat, Boehm system with 17 keys: along Y, bell at y = 0, front up."""
import math, numpy as np
import parts as P
from parts import tube, rod, lathe, ball, torus, box, T, R, look, plastic, Vector
from key_parts import Keys

PROFILE = [(0, 3.95), (.15, 4.02), (.7, 3.85), (1.6, 3.2), (3.0, 2.55), (5.0, 2.1), (7.4, 1.86), (9.0, 1.82)]      # the bell


def build(wood=('#090707', '#1d1613'), metal='silver', plastic_body=False, rings=True, cracked=False, mouth=True, apart=False, name=None):
    body = plastic('#0d0d0e', .3) if plastic_body else P.wood(*wood, axis='Y', rough=.36, coat=.12, scale=2.2, pores=.35, figure=.3, bump=.08)
    m = P.silver(rough=.08) if metal == 'silver' else P.nickel(); ring = m
    lower, upper = lambda y: 1.42 + .006 * (35 - y), lambda y: 1.33
    def along(prof, seg=72): return lathe([(r, y) for y, r in prof], body, seg, R(-90, 'X'), angle=40)
    # bell, lower and upper joint, barrel
    along(PROFILE + [(9.2, 1.66)] ); along([(0, 3.95), (.1, 3.7), (.6, 3.1), (2, 2.0), (6, 1.2)])
    along([(9.3, 1.5), (9.4, 1.62), (35.0, 1.42), (35.2, 1.38), (35.2, .8)]); along([(35.5, .8), (35.5, 1.36), (36, 1.36), (57.6, 1.32), (57.8, 1.26), (57.8, .7)])
    along([(58.0, .8), (58.0, 1.52), (58.4, 1.56), (60.8, 1.62), (63.2, 1.56), (63.8, 1.5), (63.8, .8)])
    if rings:
        for y, r, w in ((9.15, 1.84, .9), (.35, 3.98, .4), (35.1, 1.58, .55), (58.3, 1.60, .6), (63.5, 1.60, .6)):
            lathe([(r - .1, y - w / 2), (r + .05, y - w / 2 + .06), (r + .06, y + w / 2 - .06), (r - .1, y + w / 2)], ring, 72, R(-90, 'X'))
    rr = lambda y: float(np.interp(y, [9, 35, 35.4, 58], [1.62, 1.42, 1.36, 1.32]))
    pad = plastic('#d9cfb8', .7); K = Keys(rr, m, pad); dark = plastic('#040404', .9)
    def hole(y, az=0, r=.42, ringed=None):
        p, n = K.at(y, az), K.n(az); M = look(tuple(p - n * .06), tuple(n))
        lathe([(r, 0), (r + .16, .10), (r + .22, .10), (r + .3, -.05)], body, 32, M); lathe([(1e-3, .075), (r, .075)], dark, 28, M)
        if ringed:
            torus(r + .27, .10, m, look(tuple(p + n * .16), tuple(n)), 40, 10, squash=(1, .8))
            h = K.at(*ringed); q = p + n * .16 + (h - p).normalized() * (r + .27); tube([tuple(q), tuple((q + h) / 2 + n * .12), tuple(h)], .12, m, 10)
    # ---- upper joint
    for y, rg in ((53.0, (52.9, 38, .5)), (48.7, (48.6, 38, .5)), (44.8, None)): hole(y, 0, .40, rg)
    K.hinge(43.4, 54.6, 38, .5, (0, .45, 1))
    K.cup(46.8, 14, .52, (46.8, 38, .5)); K.cup(51.0, 12, .45, (51.0, 38, .5))
    K.hinge(54.9, 57.2, -42, .55, (0, 1), .11); K.cup(57.0, -4, .46, (56.6, -42, .55)); K.lever([(56.6, -42, .55), (55.2, -14, .8), (54.4, -2, .85), (53.9, 2, .8)], .13, 2.4)              # A
    K.cup(56.2, 34, .46, (55.4, 58, .5)); K.lever([(55.4, 58, .5), (54.6, 30, .8), (54.0, 20, .8)], .12, 2.2); K.hinge(54.6, 56.0, 58, .5, (0, 1), .1)                                 # G sharp
    for k, (y, yc) in enumerate(((47.2, 57.0), (45.7, 55.2), (44.2, 52.2), (42.7, 49.4))):   # four side keys
        az = 84 + 7 * k; h = .42 + .04 * k; K.hinge(y + .4, yc, az, h, (.03, .5, .97), .1); K.plate(y - .5, az - 6, .62, 1.9, .72, None, 3); K.cup(yc, az - 26, .44, (yc, az, h), .2)
    K.cup(41.6, -34, .5, (42.6, -62, .5)); K.hinge(40.0, 43.4, -62, .5, (0, 1), .12); K.lever([(40.6, -62, .5), (39.4, -48, .7), (38.2, -44, .75)], .16, 2.6)                         # C sharp
    for k, (y, az) in enumerate(((40.6, -84), (39.2, -74), (37.8, -64))):                                                                                                          # levers of the left little finger
        K.plate(y - 1.6, az + 16, .62, 2.3, .85, None, -12); K.lever([(y - 2.6, az + 14, .75), (y - 5.5, az, .55), (31.4 - k, az - 4, .5)], .11, 1.4); K.hinge(y - 6, 30.5 - k, az, .5, (0, 1), .11)
    K.lever([(36.8, 22, .5), (35.6, 24, .62), (34.2, 26, .55)], .14, 3.0)                                                                                                           # bridge between the joints
    K.hinge(49.5, 57.3, 178, .5, (0, .6, 1), .1); K.cup(57.2, 176, .4, (57.0, 178, .5), .2); K.plate(48.8, 174, .7, 2.4, .7)                                                            # register key behind
    # ---- lower joint
    K.hinge(20.6, 33.6, 40, .5, (0, .34, .68, 1))
    for y in (31.6, 28.0, 23.6): hole(y, 0, .46 if y > 24 else .54, (y, 40, .5))
    K.cup(33.4, 4, .55, (33.4, 40, .5)); K.cup(26.0, 18, .58, (26.0, 40, .5)); K.cup(21.2, -22, .62, (21.4, -50, .5)); K.hinge(20.0, 24.5, -50, .5, (0, 1), .11)
    K.lever([(24.0, -50, .5), (26.5, -30, .7), (29.6, -20, .7)], .12, 2.0)                                                                                                          # fork key
    for (y, az, w, l) in ((20.6, 62, .95, 1.15), (20.6, 86, .95, 1.15), (19.0, 64, .95, 1.55), (19.0, 88, .95, 1.55)): K.plate(y, az, w, l, .95, None, 4, .24, .1)                     # right little finger
    for y, az, yc, azc, r in ((18.4, 60, 16.2, 10, .92), (18.0, 74, 12.9, 40, .98), (17.8, 92, 12.6, -22, 1.0)):
        K.hinge(yc - .2, y + .6, az, .52, (0, 1), .12); K.cup(yc, azc, r, (yc, az, .52), .3)
    K.lever([(13.2, -64, .5), (18, -66, .5), (26, -72, .5)], .11, 1.2); K.hinge(13.0, 27.4, -66, .5, (0, .5, 1), .11); K.cup(13.4, -48, .5, (13.4, -66, .5), .25)
    tube([tuple(K.at(29.5, 180, .0)), tuple(K.at(28.8, 180, .9)), tuple(K.at(27.4, 180, 1.6)), tuple(K.at(27.0, 180, 1.7))], .17, m, 12, squash=(3.2, 1))                               # thumb rest
    box((1.1, 2.2, .2), (0, 30.0, -rr(30) - .06), m, .08)
    if name:
        P.engraving(name, .62, lambda u, w: (1.63 * math.sin(u / 1.63), 60.7 + w, 1.63 * math.cos(u / 1.63)), P.metal((.80, .63, .32), .3))
        by, br = np.array(PROFILE).T
        def on_bell(u, w): r = float(np.interp(7.2 + w, by, br)) + .02; return r * math.sin(u / 1.9), 7.2 + w, r * math.cos(u / 1.9)
        P.engraving(name, .5, on_bell, P.metal((.80, .63, .32), .3))
    if cracked:                                          # a glued crack above the first tone holes
        tube([tuple(K.at(52.2 + i * .38, -58 + 2 * math.sin(i * 1.9), .004)) for i in range(14)], .028, plastic('#54382a', .35), 6)
    if not mouth: return
    # ---- mouthpiece, ligature, reed, cap beside it
    V, F = [], []; k = 36
    sec = [(63.8, .98, .98, 0), (64.0, 1.12, 1.12, 0), (64.6, 1.22, 1.22, 0), (65.0, 1.30, 1.30, 0), (65.2, 1.18, 1.18, 0), (67.4, 1.10, 1.10, 0), (69.0, .98, .78, -.22), (70.6, .84, .40, -.52), (71.4, .76, .16, -.72), (71.5, .68, .06, -.78)]
    for (y, rx, rz, oz) in sec:
        for j in range(k):
            a = 2 * math.pi * j / k; V.append((math.cos(a) * rx, y, -max(oz - math.sin(a) * rz, -.88)))
    for i in range(len(sec) - 1):
        for j in range(k): F.append((i * k + j, i * k + (j + 1) % k, (i + 1) * k + (j + 1) % k, (i + 1) * k + j))
    F.append(tuple((len(sec) - 1) * k + j for j in range(k)))
    P.mesh(V, F, plastic('#08080a', .15), angle=40)
    for y in (65.9, 67.3): torus(1.16, .10, m, T(0, y, -.0) @ R(90, 'X'), 44, 8, squash=(1, 3))
    lathe([(1.17, 65.8), (1.17, 67.4)], m, 48, R(-90, 'X'))
    for y in (65.9, 67.2): rod((.2, y, 1.42), (1.3, y, 1.42), .11, m); lathe([(.12, 0), (.36, .08), (.36, .4), (1e-3, .45)], m, 18, look((1.2, y, 1.42), (1, 0, 0)))
