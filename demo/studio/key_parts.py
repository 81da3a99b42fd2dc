"""Key work of clarinets and flutes: axis along Y, the player's fingers on +Z."""
import math, numpy as np
import parts as P
from parts import tube, rod, lathe, ball, torus, box, T, R, look, Vector


class Keys:
    """Keys on a tube whose radius at y is r(y); azimuth 0 is up, 90 is +X."""
    def __init__(self, r, mat, pad, pillar=.11):
        self.r, self.mat, self.pad, self.pillar = r, mat, pad, pillar

    def n(self, az): a = math.radians(az); return Vector((math.sin(a), 0, math.cos(a)))

    def at(self, y, az, h=0): return Vector((0, y, 0)) + self.n(az) * (self.r(y) + h)

    def hinge(self, y0, y1, az, h=.55, posts=(0, 1), r=.13):
        a, b = self.at(y0, az, h), self.at(y1, az, h); m = self.mat
        rod(a, b, r, m, 12)
        for f in posts:
            y = y0 + (y1 - y0) * f; p = a.lerp(b, f)
            rod(self.at(y, az, -.05), p, self.pillar, m, 10); ball(tuple(p), r + .11, m, 14)
            lathe([(.34, 0), (.3, .08), (.12, .18)], m, 16, look(tuple(self.at(y, az, -.02)), tuple(self.n(az))))
        k = max(2, int(abs(y1 - y0) / 1.9))
        for i in range(1, k): torus(r + .01, .03, m, look(tuple(a.lerp(b, i / k + .006 * (i % 3))), (0, 1, 0)), 14, 5)

    def cup(self, y, az, r, to=None, up=.30, hole=None, raised=.0):
        """Pad cup; to is (y, az, h) of its hinge; hole makes it an open one."""
        p, n = self.at(y, az), self.n(az); m = self.mat
        if raised: rod(p - n * .3, p + n * raised, r * .86, m, 36, bev=.02)
        M = look(tuple(p + n * (raised + up)), tuple(n))
        lathe([(1e-3, -.12), (r * .9, -.12), (r * .93, .02)], self.pad, 36, M)
        prof = [(r * .97, -.04), (r, .0), (r, .16), (r * .93, .23)]
        if hole: prof += [(hole + .14, .25), (hole + .1, .3), (hole + .02, .3), (hole, .2), (hole * .98, -.1)]
        else: prof += [(r * .7, .25), (r * .3, .29), (1e-3, .30)]
        lathe(prof, m, 44, M)
        if hole: lathe([(1e-3, -.16), (hole, -.16)], P.plastic('#050505', .9), 24, M)
        if to:
            h = self.at(*to); c = p + n * (raised + up + .26); e = c - (h - c).normalized() * (r * .3 if not hole else -hole)
            tube(P.catmull([tuple(e), tuple(c + (h - c) * (.3 if hole else .1) + n * .05), tuple(c + (h - c) * .6 + n * .02), tuple(h)], 5, False), lambda s: .10 + .05 * s, m, 10)

    def plate(self, y, az, w, l, h=.8, to=None, turn=0, t=.2, bev=.09):
        """Flat touch piece, w across and l along the tube."""
        M = T(*self.at(y, az, h)) @ R(az, 'Y') @ R(turn, 'Z')
        box((w, l, t), (0, 0, 0), self.mat, bev, M)
        if to: tube([tuple(self.at(y, az, h - .06)), tuple(self.at(*to))], .12, self.mat, 10)

    def lever(self, pts, r=.12, flat=1.6):
        """A bar over points (y, az, h)."""
        tube(P.catmull([tuple(self.at(*p)) for p in pts], 8, False), r, self.mat, 10, squash=(flat, 1))
