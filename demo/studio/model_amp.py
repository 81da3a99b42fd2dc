"""Combo amplifier (front -Y, open back +Y) and an effect pedal."""
import math, numpy as np
import parts as P
from parts import tube, rod, lathe, ball, torus, box, T, R, look, plastic, Vector


@P.cached
def tolex(color):
    m = P.Mat('tolex'); v = m.coord(); h = m.voronoi(v, 3.2, 'Distance'); n = m.noise(v, 5, 4, .7)
    m.p(color=m.mix(m.noise(v, .2, 4), color, tuple(x * .72 for x in P.rgb(color)[:3])), rough=.55, spec=.4, normal=m.bump(m.math('ADD', h, m.math('MULTIPLY', n, .6)), .55, .06))
    return m.m


@P.cached
def grille(c1, c2, thread):
    m = P.Mat('grille'); v = m.coord(); a = m.wave(v, 3.2, .2, 1, 1, 'X'); b = m.wave(v, 3.2, .2, 1, 1, 'Z')
    w = m.math('MAXIMUM', a, b); c = m.mix(w, c2, c1); st = m.wave(v, .62, .0, 1, 1, 'X'); c = m.mix(m.math('MULTIPLY', m.math('GREATER_THAN', st, .93), .8), c, thread)
    m.p(color=c, rough=.8, sheen=.3, normal=m.bump(w, .5, .06))
    return m.m


def chicken_head(p, d, mat, M, deg=0):
    Mx = M @ look(p, d) @ R(deg, 'Z')
    lathe([(1.0, 0), (1.05, .15), (.9, .5), (.75, .9), (1e-3, 1.0)], mat, 32, Mx)
    box((.55, 2.9, 1.0), (0, .55, .55), mat, .18, Mx, taper=(.75, .9)); box((.1, 1.0, .05), (0, 1.4, 1.08), plastic('#f4efe2', .5), 0, Mx)


def build(what='combo', cover='#1b1a19', cloth=('#8f8c82', '#4a4943', '#c9c2a8'), panel='#0f0f10', name='FJELLUM', model='Tjugo', worn=0, tear=False):
    if what == 'pedal': return pedal(cover, name, model, worn)
    W, D, H = 48, 23, 42; cv = tolex(cover); bl = plastic('#0b0b0c', .7); ch = P.chrome(); th = 1.9
    for s in (-1, 1): box((th, D, H), (s * (W / 2 - th / 2), 0, H / 2), cv, .9)
    box((W, D, th), (0, 0, H - th / 2), cv, .9); box((W, D, th), (0, 0, th / 2), cv, .9)
    # front: baffle with its cloth, white piping, panel set back at the top
    gh = H - 2 * th - 8.4
    box((W - 2 * th, 1.2, gh), (0, -D / 2 + 2.2, th + gh / 2), grille(*cloth), .3)
    pp = P.rounded_rect(W - 2 * th - .5, gh - .4, .7); tube([(x, -D / 2 + 1.6, th + gh / 2 + z) for x, z in pp], .26, plastic('#e7e1cf', .5), 10, closed=True)
    pz = H - th - 4.2; Mp = T(0, -D / 2 + 3.2, pz) @ R(-12, 'X')
    box((W - 2 * th, 1.0, 8.6), (0, 0, 0), P.metal(P.rgb(panel)[:3], .4) if panel.startswith('#0') else P.metal((.72, .70, .66), .3), .2, Mp)
    ink = plastic('#e9e4d4' if panel.startswith('#0') else '#161616', .5)
    for i, (lb, a) in enumerate((('VOLUME', -70), ('TREBLE', 20), ('BASS', -20), ('REVERB', -100), ('MASTER', 40))):
        x = -11.5 + i * 5.6; chicken_head((x, -.55, -.2), (0, -1, 0), plastic('#e8e0c8' if panel.startswith('#0') else '#121212', .3), Mp, a); P.text(lb, .85, ink, Mp @ T(x, -.53, -3.4) @ R(90, 'X'), .01)
        for k in range(11):
            q = math.radians(-150 + 30 * k); box((.1, .05, .5), (0, 0, 0), ink, 0, Mp @ T(x + 2.05 * math.sin(q), -.52, -.2 + 2.05 * math.cos(q)) @ R(math.degrees(q), 'Y'))
    for x in (-19.2, -16.2): lathe([(.9, 0), (.9, .3), (.55, .45), (.5, .45), (.45, -.5), (1e-3, -.5)], ch, 28, Mp @ T(x, -.5, -.2) @ R(90, 'X'))
    P.text('INPUT', .85, ink, Mp @ T(-17.7, -.53, -3.4) @ R(90, 'X'), .01)
    lathe([(1.0, 0), (1.0, .25), (.75, .4), (.62, .9), (.3, 1.25), (1e-3, 1.3)], ch, 28, Mp @ T(17.6, -.5, .4) @ R(90, 'X')); ball(tuple(Mp @ Vector((17.6, -1.7, .4))), .55, P.Mat('lamp').p(color='#c01818', emit='#ff2a10', emit_s=2.2, rough=.2).m, 20)
    rod(Mp @ Vector((20.4, -.5, .3)), Mp @ Vector((20.4, -1.9, .9)), .28, ch); lathe([(.7, 0), (.7, .25), (.4, .3)], ch, 24, Mp @ T(20.4, -.5, .3) @ R(90, 'X'))
    Mb = T(-W / 2 + th + 8.4, -D / 2 + 1.5, H - th - 8.4 - 4.0) @ R(90, 'X'); P.text(name, 2.2, P.chrome(), Mb, .14, bold=.03); P.text(model, 1.5, P.chrome(), Mb @ T(6.4, -2.2, 0), .1)
    # corners, handle, feet
    for sx in (-1, 1):
        for sz in (0, 1):
            for sy in (-1, 1):
                c = (sx * (W / 2 - 1.1), sy * (D / 2 - 1.1), 1.1 if sz == 0 else H - 1.1); box((2.9, 2.9, 2.9), c, ch if worn < .5 else P.nickel(), 1.05)
    for x in (-10, 10): box((5.2, 3.0, .5), (x, 0, H + .2), ch, .2); 
    tube(P.catmull([(-11, 0, H + .6), (-9, 0, H + 1.6), (-4, 0, H + 2.6), (4, 0, H + 2.6), (9, 0, H + 1.6), (11, 0, H + .6)], 8, False), .62, P.leather('#141211', .6), 16, squash=(2.0, .8))
    for sx in (-1, 1):
        for sy in (-1, 1): lathe([(1.6, 0), (1.9, -.4), (1.6, -1.6), (1e-3, -1.6)], bl, 28, T(sx * (W / 2 - 6), sy * (D / 2 - 5), 0))
    # back: two boards, between them the speaker, the chassis with its valves
    for z, h in ((5.2, 8), (H - 8.4, 12.6)): box((W - 2 * th, .9, h), (0, D / 2 - .9, z), cv, .25)
    box((W - 2 * th, .6, gh), (0, -D / 2 + 3.2, th + gh / 2), P.wood('#8a6a42', '#b9925e', axis='X', rough=.8, scale=1), 0)
    Ms = T(3, -D / 2 + 3.6, 19) @ R(-90, 'X'); fr = P.metal((.10, .10, .105), .4)
    lathe([(13.6, 0), (14.6, .1), (14.6, .9), (13.4, 1.2), (9.0, 5.6), (6.6, 7.2), (6.4, 7.8)], fr, 72, Ms)
    for k in range(8): box((2.4, 5.6, .5), (0, 0, 0), P.plastic('#1c1712', .9), .1, Ms @ R(45 * k, 'Z') @ T(11.4, 0, 3.6) @ R(50, 'Y'))
    lathe([(6.6, 7.4), (7.2, 7.6), (7.3, 12.0), (6.4, 12.6), (1e-3, 12.7)], P.metal((.55, .44, .24), .35), 64, Ms); lathe([(4.6, 12.75), (1e-3, 12.8)], plastic('#d8d0b8', .6), 48, Ms); P.text('12 in   8 Ω   ', 1.3, plastic('#1d1b18', .6), Ms @ T(0, .4, 12.85), 0); P.text('NORDVIK', 1.5, plastic('#8a1a14', .6), Ms @ T(0, -1.8, 12.85), 0)
    box((W - 2 * th - 2, 13, 5.4), (0, -1.5, H - th - 3.6), P.metal((.62, .62, .6), .35), .3)
    glass = P.Mat('glass').p(color='#ffffff', rough=.03, trans=1.0, ior=1.45).m; getter = P.metal((.45, .45, .46), .2)
    for x, r, h in ((-12, 1.05, 5.2), (-8.4, 1.05, 5.2), (-4.8, 1.05, 5.2), (3.5, 1.55, 8.2), (8.5, 1.55, 8.2)):
        z1 = H - th - 6.4; Mv = T(x, 3.2, z1) @ R(180, 'X')
        lathe([(r + .35, 0), (r + .35, .9), (r, 1.0)], plastic('#2a2420', .5), 28, Mv); lathe([(r, .9), (r, h - 1.0), (r * .7, h - .3), (.3, h), (1e-3, h)], glass, 32, Mv); lathe([(r * .55, 1.2), (r * .55, h - 1.6), (1e-3, h - 1.6)], P.metal((.22, .22, .23), .4), 24, Mv); lathe([(r * .95, h - 1.2), (r * .68, h - .45), (.2, h - .1)], getter, 28, Mv)
        ball(tuple(Mv @ Vector((0, 0, 1.6))), .3, P.Mat('heater').p(color='#ff7a20', emit='#ff8a30', emit_s=5).m, 12)
    box((7, 6, 6.6), (15.6, 2.6, H - th - 9.6), P.metal((.08, .08, .085), .45), .3)
    tube(P.catmull([(3, -2, 22), (8, 2, 26), (10, 1, 32), (6, 0, 36)], 8, False), .22, plastic('#15120f', .6), 8)
    tube(P.catmull([(-14, D / 2 - .2, H - 9), (-16, D / 2 + 5, 22), (-20, D / 2 + 9, 6), (-26, D / 2 + 12, .6), (-34, D / 2 + 6, .5), (-44, D / 2 + 16, .5)], 10, False), .42, plastic('#0c0c0d', .6), 10)
    if tear: P.mesh([(W / 2 + .012, -6, 14), (W / 2 + .012, -3.4, 15.2), (W / 2 + .012, -1.2, 13.2), (W / 2 + .012, -2.6, 12.4), (W / 2 + .012, -5.2, 12.2)], [(0, 1, 2, 3, 4)], P.wood('#9a7444', '#caa46c', axis='Y', rough=.8), smooth=False)


def pedal(color, name, model, worn):
    W, D, H = 7.0, 12.0, 3.6
    body = P.lacquer(color=color, rough=.2, wear=worn, wear_color='#b9b9b6'); P.solid(P.rounded_rect(W, D, .7), body, .3, H, .35, 1.0, rr=4); P.solid(P.rounded_rect(W - .2, D - .2, .6), P.metal((.42, .42, .43), .4), 0, .35, .08, 1.2)
    ch = P.chrome(); ink = plastic('#f3eddc', .5); z = H + .01
    for x, y, lb, a in ((-2.0, 3.6, 'FUZZ', 40), (2.0, 3.6, 'LEVEL', -60), (0, 1.2, 'TONE', 100)):
        M = T(x, y, z); lathe([(.98, 0), (1.0, .2), (.86, .3), (.82, 1.3), (.74, 1.4), (1e-3, 1.4)], plastic('#0e0e0f', .3), 40, M)
        for k in range(20): box((.1, .07, .9), (.84 * math.cos(k * .314), .84 * math.sin(k * .314), .8), plastic('#0e0e0f', .3), 0, M)
        box((.1, .62, .05), (0, .4, 1.42), ink, 0, M @ R(a, 'Z')); P.text(lb, .52, ink, T(x, y - 1.66, z), .004)
    P.text(name, .98, ink, T(0, -1.75, z), .006); P.text(model, .6, ink, T(0, -2.6, z), .006)
    M = T(0, -4.35, z); lathe([(1.0, 0), (1.0, .16), (.72, .22), (.70, .8), (.66, .9)], ch, 6, M); lathe([(.62, .2), (.62, 1.2), (.52, 1.42), (1e-3, 1.46)], ch, 36, M)
    lathe([(.36, 0), (.36, .12), (.24, .16)], ch, 24, T(0, 5.1, z)); ball((0, 5.1, z + .12), .25, P.Mat('led').p(color='#d01515', emit='#ff1a10', emit_s=3.0, rough=.2).m, 18)
    for s in (-1, 1):
        Mj = T(s * W / 2, 2.6 if s > 0 else 1.4, H * .5) @ R(s * 90, 'Y'); lathe([(.78, 0), (.78, .28), (.5, .4)], ch, 6, Mj); lathe([(.5, .1), (.5, .55), (.33, .6), (.3, .0), (1e-3, .0)], ch, 28, Mj)
    lathe([(.55, 0), (.55, .3), (.36, .34), (.32, 0), (1e-3, 0)], plastic('#0d0d0e', .4), 28, T(0, D / 2, H * .55) @ R(-90, 'X'))
    for sx in (-1, 1):
        for sy in (-1, 1): lathe([(.34, 0), (.34, -.08), (.22, -.16), (1e-3, -.16)], P.steel(), 18, T(sx * 2.9, sy * 5.3, 0.02))
