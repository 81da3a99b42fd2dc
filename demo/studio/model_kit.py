"""Drum kits: acoustic (bass drum, tom, floor tom, snare, hi-hat, ride, crash) or electronic (mesh pads on a rack). The drummer sits at +Y."""
import math, numpy as np
import parts as P
from parts import tube, rod, lathe, ball, torus, box, T, R, look, plastic, Vector
import model_drum
import model_keyboard as mk


def part(M):
    """Following parts hang on an Empty moved by M; gives back the one before."""
    top = P.ROOT; e = P.new_root('part'); e.parent = top; e.matrix_local = M
    return top


@P.cached
def bronze(dark=0.0):
    m = P.Mat('bronze'); v = m.coord()
    rings = m.wave(v, 2.6, .6, 2, 1, wtype='RINGS', direction='Z'); ham = m.voronoi(v, .45, 'Distance')
    c = m.mix(m.noise(v, .14, 4), (.72, .50, .20), (.58, .38, .14)); c = m.mix(m.math('MULTIPLY', m.ramp(m.noise(v, .35, 5, .7), [(.5, 0.), (.7, 1.)]), .35 + dark), c, (.28, .19, .10))
    m.p(color=c, metal=1, rough=m.ramp(m.noise(v, .3, 5), [(.3, .22), (.75, .38)]), normal=m.bump(m.math('ADD', m.math('MULTIPLY', rings, .35), m.math('MULTIPLY', ham, .7)), .22, .08))
    return m.m


def cymbal(M, r, dark=0.0, flip=False):
    s = -1 if flip else 1
    prof = [(.6, 2.5), (2.2, 2.45), (3.4, 2.1), (4.3, 1.4), (4.9, 1.15), (r * .5, .95), (r * .8, .45), (r, 0), (r, -.08), (r * .8, .35), (r * .5, .85), (4.9, 1.05), (4.2, 1.3), (.6, 2.4)]
    lathe([(a, s * b) for a, b in prof], bronze(dark), 128, M, angle=30)
    lathe([(1.2, 2.3), (1.3, 2.5), (1.3, 3.4), (1.0, 3.6), (1e-3, 3.6)], plastic('#3b3734', .95), 32, M)
    lathe([(.5, 3.5), (1.3, 3.7), (.9, 4.1), (.55, 4.6), (1e-3, 4.7)], P.chrome(), 24, M) if not flip else None


def tripod(x, y, h, rot=0, spread=26, z1=34, m=None, r=1.2):
    m = m or P.chrome()
    rod((x, y, 3), (x, y, h * .55), r, m, 24); rod((x, y, h * .5), (x, y, h), r * .78, m, 24); rod((x, y, h * .55 - 2), (x, y, h * .55 + 2), r * 1.5, m, 24)
    box((1.2, 3.2, .5), (x, y - r * 2.4, h * .55), m, .2)
    for k in range(3):
        a = math.radians(rot + 120 * k); c, s = math.cos(a), math.sin(a); o = math.radians(90)
        for w in (-.9, .9):
            px, py = -s * w, c * w
            tube([(x + px + c * 1.2, y + py + s * 1.2, z1), (x + px + c * spread, y + py + s * spread, 2.0)], .55, m, 10)
            tube([(x + px + c * 1.2, y + py + s * 1.2, 8), (x + px + c * spread * .52, y + py + s * spread * .52, 2 + (z1 - 2) * .48)], .45, m, 10)
        rod((x + c * (spread - 1.2), y + s * (spread - 1.2), 1.6), (x + c * (spread + 2.6), y + s * (spread + 2.6), 1.6), 1.6, plastic('#0d0d0e', .7), 20)
    for zz in (z1, 8): rod((x, y, zz - 1.6), (x, y, zz + 1.6), r * 1.6, m, 24)


def pedal(M, mat):
    box((11, 30, 1.0), (0, 0, .6), P.metal((.12, .12, .13), .35), .3, M)
    Mb = M @ T(0, 12, 1.2) @ R(16, 'X'); box((8.4, 27, .9), (0, -13.4, .6), P.metal((.62, .62, .63), .3), .35, Mb)
    for k in range(5): box((6.0, .7, .25), (0, -4 - k * 4, 1.15), plastic('#101010', .7), .1, Mb)
    for s in (-1, 1): rod(M @ Vector((s * 5.2, -13, 1)), M @ Vector((s * 5.2, -13, 23)), .8, mat, 18)
    rod(M @ Vector((-5.6, -13, 22)), M @ Vector((5.6, -13, 22)), .6, mat, 18); rod(M @ Vector((0, -13, 22)), M @ Vector((0, -17.5, 40)), .35, mat, 12)
    Mh = M @ T(0, -18, 42); lathe([(1e-3, -2.4), (2.0, -2.4), (2.6, -1.8), (2.6, 1.8), (2.0, 2.4), (1e-3, 2.4)], plastic('#d9d4c6', .95), 32, Mh @ R(90, 'X'))
    tube([tuple(M @ Vector((0, -13.4, 21))), tuple(M @ Vector((0, -12.2, 9)))], .35, mat, 10)


def acoustic(finish, wood, logo):
    m = P.chrome()
    fin = dict(finish=finish, wood=wood, hw='chrome', sticks=None, badge=True)
    # bass drum on its side: front head to -Y
    rb, hb = 28, 41
    top = part(T(0, hb / 2 - 4, rb + 1.8) @ R(90, 'X')); model_drum.build(r=rb, h=hb, lugs=8, lug='die', hoop='wood' if not finish else 'paint', hoop_color='#141415', strainer=False, head='#ebe7de', **fin); P.ROOT = top
    if logo: P.text(logo, 7.2, plastic('#17181a', .5), T(0, hb / 2 - 4 - hb - 1.75, rb + 8) @ R(90, 'X'), .02)
    for s in (-1, 1):
        a = Vector((s * 23, -14, rb - 10)); b = Vector((s * 36, -27, 1.2)); rod(a, b, .75, m, 18); ball(tuple(b), 1.5, plastic('#0c0c0c', .7)); box((3, 5, 6), tuple(a), m, .6)
    pedal(T(0, hb / 2 + 13, 0) @ R(0, 'Z'), m)
    # tom on the bass drum
    rod((6, 4, 2 * rb), (6, 4, 2 * rb + 12), 1.2, m); tube(P.fillet([(6, 4, 2 * rb + 12), (8, 3, 2 * rb + 16), (10, -2, 2 * rb + 17)], 2), 1.0, m, 18)
    top = part(T(9, -4, 2 * rb + 11) @ R(17, 'X') @ R(4, 'Y')); model_drum.build(r=15.3, h=20, lugs=6, lug='die', strainer=False, **fin); P.ROOT = top
    # floor tom and snare
    top = part(T(48, 30, 4)); model_drum.build(r=20.4, h=37, lugs=8, lug='die', legs=True, strainer=False, **fin); P.ROOT = top
    tripod(-36, 40, 44, 30, 24, 26)
    for k in range(3):
        a = math.radians(20 + 120 * k); tube(P.fillet([(-36, 40, 45), (-36 + 15 * math.cos(a), 40 + 15 * math.sin(a), 50), (-36 + 17.6 * math.cos(a), 40 + 17.6 * math.sin(a), 56)], 2), .7, m, 14)
    top = part(T(-36, 40, 48.5) @ R(-6, 'X')); model_drum.build(r=17.6, h=14, finish=finish, wood=wood, hw='chrome', lugs=8, lug='split', sticks='#d0a868'); P.ROOT = top
    # cymbals
    tripod(-64, 22, 84, 10); cymbal(T(-64, 22, 83) @ R(0, 'X'), 17.8, .1, True); cymbal(T(-64, 22, 85.5) @ R(3, 'X'), 17.8, .1); rod((-64, 22, 84), (-64, 22, 102), .4, m)
    tripod(52, -10, 96, 50); tube([(52, -10, 96), (44, -6, 108)], .8, m, 16); cymbal(T(43, -5.5, 108) @ R(16, 'X') @ R(-10, 'Y'), 25.4, .2)
    tripod(-42, -16, 112, 80); tube([(-42, -16, 112), (-34, -12, 126)], .8, m, 16); cymbal(T(-33, -11.5, 126) @ R(20, 'X') @ R(12, 'Y'), 20.3, .05)
    throne(6, 84)


def throne(x, y, h=50):
    tripod(x, y, h - 4, 15, 24, 30)
    lathe([(1e-3, h - 4), (15, h - 4), (17, h - 3), (17.4, h + 1.5), (16, h + 4), (10, h + 5), (1e-3, h + 5)], P.leather('#141313', .45), 72, T(x, y, 0))


def pad(M, r, rim='#17181a', mesh='#22252a', single=False):
    rm = plastic(rim, .6); msh = P.fabric(mesh if not single else '#ece9e2', scale=22, rough=.8, bump=.3, sheen=.1)
    lathe([(r - 2.4, -4.2), (r - .6, -4.0), (r + .1, -3.0), (r + .1, .2), (r, 1.4), (r - .6, 1.9), (r - 1.3, 1.6), (r - 1.5, .6), (r - 1.5, .2)], rm, 96, M)
    lathe([(r - 1.5, .4), (r * .5, .52), (1e-3, .55)], msh, 96, M, angle=80)
    torus(r - .55, .55, plastic('#101113', .85), M @ T(0, 0, 1.55), 96, 12)
    lathe([(1e-3, -5.6), (r * .55, -5.4), (r - 2.4, -4.2)], plastic('#101113', .6), 72, M)
    for k in range(6):
        a = math.radians(60 * k + 30); rod(M @ Vector(((r + .5) * math.cos(a), (r + .5) * math.sin(a), -3.6)), M @ Vector(((r + .5) * math.cos(a), (r + .5) * math.sin(a), 1.6)), .28, P.chrome(), 12)
        box((1.4, 1.5, 1.4), (r + .3, 0, -3.0), plastic('#0d0e10', .5), .3, M @ R(60 * k + 30, 'Z'))


def rubber_cymbal(M, r):
    m = P.Mat('rubber'); v = m.coord(); w = m.wave(v, 1.1, .2, 2, 1, wtype='RINGS', direction='Z')
    m.p(color=m.mix(m.noise(v, .4, 4), '#141517', '#1f2022'), rough=.62, spec=.4, normal=m.bump(w, .3, .06))
    lathe([(.7, 2.3), (2.4, 2.2), (3.4, 1.7), (4.2, 1.0), (r * .6, .7), (r - 1.0, .15), (r, -.2), (r - .1, -.7), (r - 1.2, -.5), (r * .6, .0), (.7, .4)], m.m, 96, M)
    lathe([(.5, 2.2), (1.2, 2.4), (1.2, 3.0), (.7, 3.6), (1e-3, 3.7)], plastic('#0b0b0c', .6), 24, M)


def electronic(module_name='ORINAMI'):
    rk = P.metal((.045, .047, .05), .35); jn = plastic('#0c0d0e', .5); ch = P.chrome()
    def bar(a, b, r=1.9): rod(a, b, r, rk, 28)
    def clamp(p, d=(0, 0, 1)): M = look(p, d); rod(tuple(Vector(p) - Vector(d).normalized() * 2.6), tuple(Vector(p) + Vector(d).normalized() * 2.6), 2.7, jn, 28); box((5.6, 2.0, 2.4), (2.6, 0, 0), jn, .5, M); rod(tuple(M @ Vector((4.6, 0, -2.2))), tuple(M @ Vector((4.6, 0, 2.2))), .45, ch, 12)
    posts = [(-58, 30), (-27, -8), (27, -8), (58, 30)]
    for i, (x, y) in enumerate(posts):
        bar((x, y, 2), (x, y, 88)); rod((x, y, 0), (x, y, 4), 2.6, plastic('#0a0a0a', .8), 24); ball((x, y, 88), 1.95, jn)
        clamp((x, y, 62)); clamp((x, y, 60 if i in (1, 2) else 64))
    bar(posts[0] + (62,), posts[1] + (62,)); bar(posts[1] + (60,), posts[2] + (60,)); bar(posts[2] + (62,), posts[3] + (62,))
    for a, b in ((0, 1), (2, 3)): bar(posts[a] + (14,), posts[b] + (14,), 1.5); clamp(posts[a] + (14,)); clamp(posts[b] + (14,))
    def hang(x, y, z, r, mount, tilt=(16, 0), single=False):
        tube(P.fillet([mount, (mount[0] * .5 + x * .5, mount[1] * .5 + y * .5, z - 6), (x, y, z - 5)], 2.5), .75, ch, 14); ball((x, y, z - 5.4), 1.5, jn); pad(T(x, y, z) @ R(tilt[0], 'X') @ R(tilt[1], 'Y'), r, single=single)
    hang(-34, 28, 60, 15.5, (-45, 14, 62), (-8, 4)); hang(-15, 8, 70, 12.2, (-15, -8, 60), (-18, 3)); hang(15, 8, 70, 12.2, (15, -8, 60), (-18, -3)); hang(43, 30, 61, 13.4, (47, 16, 62), (-10, -6))
    def boom(base, p, r, tilt):
        rod(base, (base[0], base[1], p[2] - 10), .95, ch, 16); tube([(base[0], base[1], p[2] - 10), p], .7, ch, 14); ball((base[0], base[1], p[2] - 10), 1.4, jn)
        rubber_cymbal(T(*p) @ R(tilt[0], 'X') @ R(tilt[1], 'Y'), r)
    boom((-27, -8, 88), (-33, -2, 112), 17.5, (-20, 12)); boom((27, -8, 88), (36, -2, 110), 20.0, (-18, -12)); 
    rod((-58, 30, 88), (-58, 30, 84), 1, ch); tube([(-58, 30, 80), (-64, 40, 84)], .8, ch, 14); rubber_cymbal(T(-64, 40, 85), 14.5)
    # sound module on the left post
    Mm = T(-47, 15.5, 84) @ R(150, 'Z') @ R(52, 'X'); box((23, 17, 4.2), (0, 0, 0), plastic('#1a1b1e', .5, .2), .7, Mm); box((8.4, 4.4, .3), (-3.4, 3.6, 2.1), plastic('#060708', .12), .15, Mm)
    box((7.2, 3.2, .05), (-3.4, 3.6, 2.28), mk.glow('#3f93c4', .5), 0, Mm); P.text('12 Maple Room', .95, mk.glow('#e2f4ff', 1.2), Mm @ T(-3.4, 3.4, 2.32), 0)
    for k in range(4): mk.knob((-8.4 + k * 3.4, -2.2, 2.1), .95, 1.2, plastic('#0e0f10', .4), Mm)
    for k in range(5): box((2.1, 1.2, .4), (-8.4 + k * 3.0, -5.6, 2.2), plastic('#3b3f45' if k else '#b8312f', .4), .15, Mm)
    lathe([(2.2, 0), (2.2, .9), (1.9, 1.3), (1e-3, 1.3)], plastic('#2b2d31', .35), 40, Mm @ T(6.8, 2.6, 2.1)); P.text(module_name, 1.2, plastic('#d9d9d6', .5), Mm @ T(3.2, 6.2, 2.13), .01)
    rod((-47, 16.5, 60), (-47, 16.5, 83), .9, ch)
    # kick tower with its pedal, hi-hat controller
    box((30, 34, 1.4), (0, 22, .8), P.metal((.06, .06, .065), .4), .4); box((13, 5, 30), (0, 8, 16), plastic('#141517', .5, .2), 1.2); pad(T(0, 11.4, 26) @ R(-90, 'X'), 9.5); pedal(T(0, 40, 1.0), ch)
    box((10, 27, 2.2), (-46, 56, 1.2), plastic('#121314', .6), .6); box((8, 22, 1.2), (-46, 56, 4), P.metal((.60, .60, .61), .3), .4, T(-46, 56, 4) @ R(9, 'X') @ T(46, -56, -4))
    # cables bound along the rack
    cb = plastic('#0a0a0b', .6)
    for a, b in ((posts[0] + (58,), posts[1] + (58,)), (posts[1] + (56,), posts[2] + (56,)), (posts[2] + (58,), posts[3] + (58,))):
        A, B = Vector(a), Vector(b); pts = [A.lerp(B, f) + Vector((0, -1.6, -1.5 * math.sin(f * math.pi * 3) ** 2)) for f in np.linspace(0, 1, 16)]; tube([tuple(p) for p in pts], .5, cb, 8)
    for x, y, z in ((-34, 28, 56), (15, 8, 64), (-15, 8, 64), (43, 30, 56)):
        tube(P.catmull([(x, y, z), (x * .9, y - 8, z - 9), (x, y - 16 if abs(x) < 20 else y - 6, z - 4)], 8, False), .35, cb, 8)
    throne(4, 78)


def build(kind='acoustic', finish=None, wood=None, logo='', **k):
    acoustic(finish, wood, logo) if kind == 'acoustic' else electronic(**k)
