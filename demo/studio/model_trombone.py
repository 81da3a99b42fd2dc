"""Tenor trombone with F attachment, taken apart: bell section and slide side by side, flat; the bell points to +X."""
import math, numpy as np
import parts as P
from parts import tube, rod, lathe, ball, torus, box, T, R, look, fillet, plastic, Vector
from brass_parts import *
from model_trumpet import water_key


def arc(c, r, a0, a1, n=24):
    return [(c[0] + r * math.cos(a), c[1] + r * math.sin(a), c[2]) for a in np.radians(np.linspace(a0, a1, n))]


def outer(p0, p1, r, m, t, f=.55):
    """A tuning slide's leg: the sleeve over the part near p0, with its ferrules."""
    a, b = Vector(p0), Vector(p1); c = a.lerp(b, f); d = (b - a).normalized()
    tube([tuple(a), tuple(c)], r + .1, m, 28); ferrule(tuple(a), tuple(d), r + .2, .7, t); ferrule(tuple(c - d * .6), tuple(d), r + .19, .7, t)


def build(finish=None, trim='nickel', slide_pose=(-6, -27, 0, 6), name='', mp=True):
    fin = {k: v for k, v in (finish or {}).items() if k != 'silver'}
    m = P.silver(**fin) if (finish or {}).get('silver') else P.brass(**fin); t = P.nickel() if trim == 'nickel' else m; ch = P.chrome()
    z = 3.6; yn = -12.4; rb_ = 6.2                       # height over the ground, the neckpipe's line, the tuning bow
    # ---- bell from the tuning bow forward
    xb = -14.0
    bell = arc((xb, yn / 2, z), rb_, 270, 90) + [(54.0, 0, z)]
    f = lambda d: 10.8 * ((d + 1.7) / 1.7) ** -.66
    pts = P.resample(bell, .8); L = P.length(pts); d = np.r_[0, np.cumsum(np.linalg.norm(np.diff(pts, axis=0), axis=1))]
    s = np.r_[np.arange(0, L - 22, .8), L - 22 * (1 - np.linspace(0, 1, 90) ** .6)]
    P3 = np.stack([np.interp(s, d, pts[:, k]) for k in range(3)], 1); rr = [max(.78 + .006 * x, f(L - x)) for x in s]; rr[-1] = 10.8
    tube(P3, rr, m, 96, caps=False); torus(10.8, .17, m, look((54, 0, z), (1, 0, 0)), 128, 12)
    ferrule((xb - .3, 0, z), (1, 0, 0), 1.02, .9, t); ferrule((xb - .3, yn, z), (1, 0, 0), .95, .9, t)
    # main tuning slide: inner legs shine between ferrules
    outer((xb + 11.5, 0, z), (xb + 1.5, 0, z), .86, m, t, .82); outer((xb + 11.5, yn, z), (xb + 1.5, yn, z), .78, m, t, .82)
    brace((xb + .2, -.8, z), (xb + .2, yn + .7, z), .22, m)
    a = math.radians(204); water_key((xb + (rb_ + .75) * math.cos(a), yn / 2 + (rb_ + .75) * math.sin(a), z), (math.cos(a), math.sin(a), 0), (math.sin(a), -math.cos(a), 0), t, 2.4)
    lathe([(1e-3, 0), (1.7, .1), (1.9, .5), (1.9, 2.0), (1.6, 2.4), (1e-3, 2.5)], t, 40, look((xb - rb_ - 3.0, yn / 2, z), (1, 0, 0)))      # weight
    # ---- neckpipe: from the tuning slide to the valve and on to the receiver
    xv = 8.0
    tube([(xb, yn, z), (xv - 1.6, yn, z)], .74, m, 28); tube([(xv + 1.6, yn, z), (31.5, yn, z)], .72, m, 28)
    rod((xv, yn, z - 2.3), (xv, yn, z + 2.3), 2.15, t, 56); lathe([(2.2, 0), (2.35, .1), (2.35, .9), (2.1, 1.15), (1.6, 1.25), (1e-3, 1.3)], t, 56, T(xv, yn, z + 2.2)); lathe([(2.2, 0), (2.35, -.1), (2.35, -.7), (1.8, -1.0), (1e-3, -1.0)], t, 56, T(xv, yn, z - 2.2))
    for k in range(40):
        q = 2 * math.pi * k / 40; box((.08, .14, .6), (xv + 2.36 * math.cos(q), yn + 2.36 * math.sin(q), z + 2.75), t, 0)
    rod((xv, yn, z + 3.4), (xv, yn, z + 4.0), .55, ch); box((3.4, .7, .28), (xv + 1.3, yn - .4, z + 4.0), ch, .1, None); rod((xv + 2.8, yn - .4, z + 3.7), (xv + 2.8, yn - .4, z + 4.5), .28, ch)
    # linkage and the thumb's lever at the brace
    tube([(xv + 2.8, yn - .4, z + 4.3), (xv + 9.5, yn + 1.2, z + 3.0)], .16, ch, 12); ball((xv + 2.8, yn - .4, z + 4.3), .34, ch); ball((xv + 9.5, yn + 1.2, z + 3.0), .34, ch)
    tube(P.catmull([(xv + 9.5, yn + 1.2, z + 3.0), (xv + 12, yn + 2.2, z + 2.6), (xv + 15, yn + 2.6, z + 2.6), (xv + 17.2, yn + 2.0, z + 2.2)], 8, False), .24, ch, 12, squash=(1, 2)); lathe([(1.0, 0), (1.0, .2), (.8, .3), (1e-3, .3)], ch, 28, look((xv + 17.2, yn + 2.0, z + 2.15), (.2, 0, 1)))
    rod((xv + 12, yn + .6, z + 2.5), (xv + 12, yn + 2.6, z + 2.5), .26, ch)
    # receiver with its threaded collar
    lathe([(.85, 28.2), (.95, 28.4), (1.15, 30.6), (1.3, 31.0), (1.3, 31.6), (1.1, 31.7), (1.05, 33.6), (.75, 33.6)], t, 48, T(0, yn, z) @ R(90, 'Y'))
    for k in range(3): torus(1.08, .06, t, T(32.3 + k * .4, yn, z) @ R(90, 'Y'), 40, 6)
    # ---- F attachment: out of the valve to the back, round, forward inside the bell section, back into the valve
    y1, y2 = yn + 2.6, yn + 6.6; zz = z + .2; r = .70; xf = 19.5
    left = arc((xb + 9.6, (y1 + y2) / 2, zz), (y2 - y1) / 2, -90, -270)
    p = fillet([(xv - 1.2, yn + 1.2, z), (xv - 2.8, y1, zz), (xb + 9.6, y1, zz)], 1.6)[:-1] + left + [(xf, y2, zz)] + arc((xf, (y2 + y1 + .3) / 2, zz), (y2 - y1 - .3) / 2, 90, -90)[1:] + fillet([(xf, y1 + .3, zz), (xv + 3.0, y1 + .3, zz), (xv + 1.4, yn + 1.0, z)], 1.6)[1:]
    tube(p, r, m, 28)
    outer((xb + 17.5, y1, zz), (xb + 9.8, y1, zz), r, m, t, .8); outer((xb + 17.5, y2, zz), (xb + 9.8, y2, zz), r, m, t, .8); brace((xb + 10.2, y1 + .6, zz), (xb + 10.2, y2 - .6, zz), .18, m)
    brace((14, y1 + .9, zz), (14, y2 - .6, zz), .18, m)
    # braces between bell and neckpipe
    for x in (22.0, -1.0):
        e = .95 if x > 0 else .8; brace((x, -e, z), (x, yn + .6, z), .26, m)
    brace((10.5, -.85, z), (10.5, y2 + .6, zz), .2, m)
    if name:
        def place(u, w):
            x = 45.5 + u; rad = f(54.0 - x) + .03; q = w / rad
            return (x, -rad * math.cos(q + math.radians(52)), z + rad * math.sin(q + math.radians(52)))
        P.engraving(name, 1.15, place, P.metal((.42, .30, .14), .4))
    # ---- slide: two outer slides with their bow, inner ones with cork barrels and braces, mouthpiece
    x0, y0, z0, ang = slide_pose
    M = T(x0, y0, 0) @ R(-ang, 'Z'); V = lambda x, y, zz=1.5: tuple(M @ Vector((x, y, zz)))
    h = 4.4
    for sy in (-1, 1):
        tube([V(5.4, sy * h), V(65.4, sy * h)], .80, m, 28)
        tube([V(-2, sy * h), V(6, sy * h)], .66, ch, 24)
        lathe([(.8, 0), (1.0, .1), (1.02, 1.2), (.92, 1.5), (.92, 5.0), (1.02, 5.3), (1.02, 6.2), (.84, 6.4)], t, 40, look(V(.0, sy * h), tuple(M.to_3x3() @ Vector((1, 0, 0)))))
        ferrule(V(8.0, sy * h), tuple(M.to_3x3() @ Vector((1, 0, 0))), .95, 1.6, t); ferrule(V(63.6, sy * h), tuple(M.to_3x3() @ Vector((1, 0, 0))), .96, 1.8, t)
    bow = [V(65.3 + h * math.sin(a), h * math.cos(a)) for a in np.linspace(0, math.pi, 30)]
    tube(bow, .80, m, 28); ball(V(65.3 + h + 1.0, 0), .85, plastic('#0c0c0c', .6), 24); lathe([(.95, 0), (.95, .5), (.7, .8)], t, 30, look(V(65.3 + h + .55, 0), tuple(M.to_3x3() @ Vector((1, 0, 0)))))
    dr = M.to_3x3(); a = math.radians(-35)
    water_key(V(65.3 + (h + .8) * math.cos(a), (h + .8) * math.sin(a)), tuple(dr @ Vector((math.cos(a), math.sin(a), 0))), tuple(dr @ Vector((math.sin(a), -math.cos(a), 0))), t, 2.8)
    for x, r_, mm in ((-.9, .30, t), (8.8, .36, t)):    # the two cross stays
        brace(V(x, -h + .7), V(x, h - .7), r_, mm)
        rod(V(x, -1.9), V(x, 1.9), r_ + .12, mm, 24)
    # receiver of the mouthpiece on one side, the cone with its nut on the other
    tube([V(-8.2, h), V(-1.5, h)], lambda s: .88 - .1 * s, m, 28); ferrule(V(-8.4, h), tuple(dr @ Vector((1, 0, 0))), 1.0, 1.2, t); ferrule(V(-3.0, h), tuple(dr @ Vector((1, 0, 0))), .95, 1.4, t)
    lathe([(.7, 0), (.8, 3.2), (1.0, 3.3), (1.35, 3.6), (1.45, 4.2), (1.45, 5.4), (1.3, 5.8), (.9, 6.2)], t, 48, look(V(-7.6, -h), tuple(dr @ Vector((1, 0, 0)))))
    for k in range(20):
        q = 2 * math.pi * k / 20; e = dr @ Vector((0, math.cos(q), math.sin(q))); rod(tuple(Vector(V(-3.3, -h)) + e * 1.42), tuple(Vector(V(-2.3, -h)) + e * 1.42), .12, t, 8)
    if mp: mouthpiece(V(-17.8, h), tuple(dr @ Vector((1, 0, 0))), P.silver(), 1.42)
