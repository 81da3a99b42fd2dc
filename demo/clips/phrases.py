"""The phrases of the clips. python3 phrases.py FOLDER writes a MIDI file for each; README.md has the commands that make sound of them.

A voice is a line of notes: 'G#4/1.5' is a pitch and its length in beats, 'C4+E4' a chord, 'r' a rest, '>' before a note
an accent, '~' a note bound to the next. Drums are named by letters."""
import os, random, re, struct, sys

DRUMS = {'k': 36, 's': 38, 'x': 37, 'h': 42, 'o': 46, 'c': 49, 'd': 51, 't': 48, 'm': 47, 'f': 43}
STEP = {'C': 0, 'D': 2, 'E': 4, 'F': 5, 'G': 7, 'A': 9, 'B': 11}

# key of the listing: (program of General MIDI, beats a minute, swing of eighths, voices, loudness of each)
PHRASES = {
    # When the Saints Go Marching In, traditional.
    'larkmoor-trumpet': (56, 184, 0, ['Bb4/1 D5/1 Eb5/1 >F5/5 Bb4/1 D5/1 Eb5/1 >F5/5 Bb4/1 D5/1 Eb5/1 >F5/2 D5/2 Bb4/2 D5/2 >C5/4'], [100]),
    'delacourt-tenor': (66, 72, .14, ['r/.5 D3/.5 F3/.5 A3/.5 ~C4/1.5 A3/.5 >Bb3/2 r/.5 G3/.5 A3/.5 D4/.5 >C4/1 ~A3/.5 F3/.5 ~G3/.5 F3/.5 D3/2.5'], [92]),
    # Spring, from The Four Seasons by Antonio Vivaldi: the theme, loud and then as its echo.
    'violin-dark': (40, 92, 0, [
        'E5/.5 ' + ' '.join(['>G#5/.5 G#5/.5 G#5/.5 ~F#5/.25 E5/.25 >B5/1.5 ~B5/.25 A5/.25'] * 2) + ' >G#5/1.5 r/.5', ], [104]),
    # Prelude of the first suite for cello by Johann Sebastian Bach, its first bars.
    'cello': (42, 74, 0, [' '.join(' '.join(f'{">" if i % 8 == 0 else "~"}{n}/.25' for i, n in enumerate((bar + ' ' + bar).split()))
                                  for bar in ('G2 D3 B3 A3 B3 D3 B3 D3', 'G2 E3 C4 B3 C4 E3 C4 E3', 'G2 F#3 C4 B3 C4 F#3 C4 F#3')) + ' >G2+G3+B3/2.5'], [92]),
    'classical-guitar': (24, 92, 0, [
        '>B4/1 B4/1 B4/1 >A4/1 G4/1 F#4/1 >G4/1 F#4/1 E4/1 >E4/3',
        ' '.join(['E2/3', 'A2/3', 'B2/3', 'E2+B2/3']),
        ' '.join(f'r/.33 {a}/.33 {b}/.34' for a, b in [('G3', 'E4')] * 3 + [('C4', 'E4')] * 3 + [('A3', 'D#4')] * 3 + [('G3', 'B3')] * 2)], [98, 84, 66]),
    'clarinet': (71, 76, 0, ['D4/1.5 ~F#4/.5 ~A4/1 ~D5/1 >F#5/1.5 ~E5/.5 ~D5/.5 ~B4/.5 A4/1 ~B4/.5 ~A4/.5 ~G4/.5 ~E4/.5 ~F#4/.5 ~E4/.5 D4/2'], [88]),
    'stage-piano': (4, 88, .1, [
        'r/.5 >G4+B4+D5/.5 r/1 D5/.5 E5/.5 ~F#5/.5 A5/.5 r/.5 >E4+G4+B4/.5 r/1 B4/.5 A4/.5 G4/1 r/.5 >E4+G4+C5/.5 r/.5 A4/.5 C5/.5 D5/.5 E5/1 >F#4+A4+C5+D5/3',
        'E2/1.5 E3/.5 r/2 C3/1.5 C3/.5 r/2 A2/1.5 A2/.5 r/2 D2+D3/3'], [88, 84]),
    'combo-organ': (18, 132, 0, [
        ' '.join(['>A3+C4+E4/.5 r/.5 A3+C4+E4/.5 r/.5 >G3+C4+E4/.5 r/.5 D4/.25 E4/.25 r/.5'] * 2) + ' >F3+A3+D4/.5 r/.5 F3+A3+D4/.5 r/.5 >G3+B3+D4/.5 r/.5 B3/.25 D4/.25 r/.5 >A3+C4+E4+A4/4',
        ' '.join(['A2/1 A2/1 C3/1 D3/.5 E3/.5'] * 2) + ' D3/1 D3/1 G2/1 B2/1 A2/4'], [92, 84]),
    'red-accordion-musette': (21, 176, 0, [
        'A4/1 C5/1 E5/1 >A5/2 G#5/1 A5/.5 B5/.5 A5/1 E5/1 >F5/3 F5/1 E5/1 D5/1 >E5/2 C5/1 B4/.5 C5/.5 B4/1 G#4/1 >A4/3',
        'A2/1 ' + ' '.join(['A3+C4+E4/.6 r/.4'] * 2) + ' A2/1 ' + ' '.join(['A3+C4+E4/.6 r/.4'] * 2) + ' E2/1 ' + ' '.join(['A3+C4+E4/.6 r/.4'] * 2) + ' D3/1 ' + ' '.join(['A3+D4+F4/.6 r/.4'] * 2)
        + ' D3/1 ' + ' '.join(['A3+D4+F4/.6 r/.4'] * 2) + ' A2/1 ' + ' '.join(['A3+C4+E4/.6 r/.4'] * 2) + ' E3/1 ' + ' '.join(['G#3+B3+D4/.6 r/.4'] * 2) + ' A2+A3+C4+E4/3'], [96, 70]),
    'drum-kit': (None, 108, 0, [
        ' '.join(['h+k/.5 h/.5 h+s/.5 h/.5 h+k/.5 h+k/.5 h+s/.5 o/.5'] * 2) + ' h+k/.5 h/.5 h+s/.5 h+k/.5 h+k/.5 h/.5 h+s/.5 h/.5'
        + ' s/.25 s/.25 s/.25 s/.25 t/.25 t/.25 t/.25 t/.25 m/.25 m/.25 m/.25 m/.25 f/.25 f/.25 f/.5 >c+k/2'], [100]),
    'calloway-bass': (33, 104, 0, [
        ' '.join(['>E1/.75 E1/.25 r/.5 G1/.5 A1/.5 ~B1/.5 D2/.5 B1/.5', '>A1/.75 A1/.25 r/.5 C2/.5 D2/.5 ~E2/.5 D2/.5 C2/.5', '>E1/.75 E1/.25 r/.5 G1/.5 A1/.5 ~B1/.5 D2/.5 E2/.5']) + ' >B1/.5 A1/.5 G1/.5 F#1/.5 E1/2'], [112]),
    # Swing Low, Sweet Chariot, traditional.
    'f-trombone': (57, 84, 0, ['>A3/1.5 F3/2 r/.5 ~F3/.5 F3/1 ~D3/.5 >C3/1.5 r/.5 F3/.5 F3/.5 F3/.5 F3/.5 A3/1 >C4/.5 C4/2.5'], [96]),
    # Badinerie from the second orchestral suite by Johann Sebastian Bach.
    'boehm-flute': (73, 104, 0, [
        'B5/.5 D6/.25 B5/.25 F#5/.5 B5/.25 F#5/.25 D5/.5 F#5/.25 D5/.25 >B4/1 F#4/.25 B4/.25 D5/.25 B4/.25 C#5/.25 B4/.25 C#5/.25 B4/.25 A#4/.25 C#5/.25 E5/.25 C#5/.25 >D5/.5 B4/.5 '
        'B5/.5 D6/.25 B5/.25 F#5/.5 B5/.25 F#5/.25 D5/.5 F#5/.25 D5/.25 >B4/1.5'], [92]),
}


def pitch(name):
    m = re.fullmatch(r'([A-G])([#b]?)(-?\d)', name)
    return 12 * (int(m[3]) + 1) + STEP[m[1]] + {'#': 1, 'b': -1, '': 0}[m[2]]


def events(line, loud, drums, swing, rng):
    """Beginnings and ends of notes in beats, a little uneven as hands are."""
    t, out = 0.0, []
    for token in line.split():
        m = re.fullmatch(r'([>~]?)([^/]+)/([\d.]+)', token); mark, notes, length = m[1], m[2], float(m[3])
        if notes != 'r':
            at = t + (swing if swing and abs(t % 1 - .5) < .01 else 0)
            keep = length * (1.03 if mark == '~' else .88) if length < 2 else length - .12
            for k, n in enumerate(notes.split('+')):
                start = max(0, at + rng.gauss(0, .008) + .012 * k * (not drums))
                v = loud + (12 if mark == '>' else 0) + rng.randint(-6, 6) - (14 if drums and n == 'h' and t % 1 else 0)
                p = DRUMS[n] if drums else pitch(n)
                out += [(start, 1, p, max(1, min(127, v))), (max(start + .05, at + keep), 0, p, 0)]
        t += length
    return out


def varlen(n):
    out = [n & 127]
    while n > 127: n >>= 7; out.append(n & 127 | 128)
    return bytes(out[::-1])


def midi(key):
    program, bpm, swing, voices, loud = PHRASES[key]
    rng = random.Random(key); drums = program is None; ch = 9 if drums else 0
    body = b'\0\xff\x51\x03' + struct.pack('>I', round(6e7 / bpm))[1:] + (b'' if drums else bytes([0, 0xC0, program]))
    notes = sorted((e for line, l in zip(voices, loud) for e in events(line, l, drums, swing, rng)), key=lambda e: (e[0], e[1]))
    now = 0
    for t, on, p, v in notes:
        tick = round(t * 480); body += varlen(tick - now) + bytes([(0x90 if on else 0x80) | ch, p, v]); now = tick
    body += varlen(480) + b'\xff\x2f\0'
    return b'MThd' + struct.pack('>IHHH', 6, 0, 1, 480) + b'MTrk' + struct.pack('>I', len(body)) + body


if __name__ == '__main__':
    for key in PHRASES: open(os.path.join(sys.argv[1], key + '.mid'), 'wb').write(midi(key))
