import {
  bar,
  bore,
  box,
  cut,
  cutRing,
  disc,
  hole,
  leaned,
  line,
  moved,
  ring,
  row,
  slot,
  solid,
  spread,
  symmetric,
  turned,
} from './pen.mjs';

/** The body of a violin, 100 high. */
const violinBody = [
  [14, 0, 23.7, 7, 23.7, 20],
  [23.7, 27, 21.5, 31, 23.5, 37],
  [18, 40, 15.8, 44, 15.8, 50],
  [15.8, 56, 18.5, 60, 25.5, 63],
  [27, 68, 29.3, 73, 29.3, 80],
  [29.3, 93, 16, 100, 0, 100],
];

/** The shoulders of a double bass slope. */
const bassBody = [
  [4, 8, 22, 12, 23.5, 27],
  [23.7, 31, 22, 34, 23, 38],
  [18.5, 41, 16.5, 45, 16.5, 51],
  [16.5, 56, 19, 61, 26, 64],
  [28, 68, 30.5, 74, 30.5, 82],
  [30.5, 94, 16, 100, 0, 100],
];

/**
 * Violin, viola, cello or double bass, with its body from `top` on.
 * @param {{ body?: number[][], top: number, height: number, width?: number, neck: number, isUpright?: boolean }} size
 */
function bowed({ body = violinBody, top, height, width = 1, neck, isUpright = false }) {
  const unit = height / 100;
  const y = (/** @type {number} */ part) => Math.round((top + part * unit) * 100) / 100;
  const x = (/** @type {number} */ part) => Math.round(part * unit * width * 100) / 100;
  const nut = top - neck;
  const peg = isUpright ? 3.2 : 3;
  return [
    solid(symmetric([0, 0], [[3, 0], ...body], { scale: unit, top, width })),
    // Neck, pegbox and scroll.
    solid(
      turned([
        [nut - 5.2, 1.1],
        [nut, 1.15],
        [y(6), 1.7],
        [y(8), 1.7],
      ]),
    ),
    disc(0, nut - 6, 1.75),
    line(`M${-peg} ${nut - 3.7}H${peg}M${-peg} ${nut - 1.2}H${peg}`, 1.2),
    // Fingerboard, between two cuts, and the tailpiece below the bridge.
    cut(`M${x(-5.6)} ${y(1)}L${x(-6.6)} ${y(39)}H${x(6.6)}L${x(5.6)} ${y(1)}`, 0.9),
    cut(`M${x(-9)} ${y(56)}H${x(9)}`, 1.1),
    hole(`M${x(-5)} ${y(66)}H${x(5)}L${x(2.6)} ${y(91)}H${x(-2.6)}Z`),
    row([-1, 1], (side) =>
      cut(
        `M${x(side * 9.4)} ${y(44)}C${x(side * 14)} ${y(43)} ${x(side * 10)} ${y(63)} ${x(side * 16.4)} ${y(64)}`,
        1.1,
      ),
    ),
  ].join('');
}

/** A guitar's body, 100 high: half of upper bout, waist and lower bout. @param {number} upper @param {number} waist @param {number} lower */
const guitarBody = (upper, waist, lower) => [
  [upper * 0.7, 0, upper, 6, upper, 20],
  [upper, 31, waist, 33, waist, 43],
  [waist, 54, lower, 56, lower, 74],
  [lower, 92, lower * 0.6, 100, 0, 100],
];

/** @param {number} x @param {number[]} places */
const guitarPegs = (x, places) => row(places, (y) => line(`M${-x} ${y}H${x}`, 1.3));

export const strings = {
  violin: leaned(45, bowed({ top: -5.2, height: 29.5, neck: 11.2 })),
  viola: leaned(45, bowed({ top: -5.8, height: 33, width: 1.04, neck: 12.4 })),
  cello: moved(
    'translate(24 0)',
    bowed({ top: 15.5, height: 27, width: 1.12, neck: 8.2, isUpright: true }),
    line('M0 42V46.4', 1.1),
  ),
  'double-bass': moved(
    'translate(24 0)',
    bowed({ body: bassBody, top: 13.2, height: 31, width: 1.14, neck: 6.6, isUpright: true }),
    line('M0 44V46.6', 1.3),
  ),
  bow: leaned(
    45,
    line('M1.6 -27.6C0.4 -22 -1.6 -12 -1.6 0C-1.6 12 -0.4 20 0.8 28', 1.9),
    line('M-4.4 -25.4L-6.4 21', 1),
    solid('M2.2 -28.4L-5.4 -26.6L-4.2 -24.4L-0.6 -23.4L1 -20Z'),
    solid('M-0.2 17.4L-6.9 16.6L-7.4 23.6C-5 24.6 -2.6 24.4 0.2 23.8Z'),
    bore(-3.6, 20.4, 1),
  ),
  'classical-guitar': leaned(
    45,
    solid(symmetric([0, 0], guitarBody(28.5, 24, 38), { scale: 0.275, top: -0.6 })),
    box(-1.7, -18, 3.4, 19),
    solid('M-2.3 -18L-2.6 -27.6H2.6L2.3 -18Z'),
    guitarPegs(4.4, [-25.6, -22.8, -20]),
    cut('M-0.95 -26.3V-19.4M0.95 -26.3V-19.4', 0.9),
    bore(0, 9, 3.5),
    cutRing(0, 9, 4.9, 0.8),
    cut('M-4.6 20.2H4.6', 1.7),
  ),
  'acoustic-guitar': leaned(
    45,
    solid(symmetric([0, 0], guitarBody(29.5, 27.5, 39.5), { scale: 0.275, top: -0.6 })),
    box(-1.4, -19, 2.8, 20),
    solid('M-1.5 -18.6L-2.7 -27C-1.4 -28 1.4 -28 2.7 -27L1.5 -18.6Z'),
    guitarPegs(4.3, [-25.6, -23, -20.4]),
    bore(0, 9.2, 3.4),
    cut('M3.2 9.6C6.6 9.2 9.2 11.6 8.8 16.2C8.4 19 5.4 18.8 3.4 17C1.8 15.4 1.2 14 0.6 12.4', 0.9),
    cut('M-5 20.8H5', 1.9),
  ),
  'electric-guitar': leaned(
    45,
    solid(
      'M-2 0C-3 -2.6 -6 -5.6 -8 -4.8C-10.6 -3.6 -9.4 1 -8.6 4.4C-8 7.4 -8.2 9 -9.4 12.2C-11.6 18.6 -9 25.6 -1 26.2C7.6 26.8 12 22 11 15.4C10.4 11.4 7.8 10.4 7.6 7.2C7.4 3.8 9.2 1.2 7.8 -0.6C6.4 -2 3.6 -0.8 2.2 2Z',
    ),
    box(-1.25, -19, 2.5, 23),
    solid(
      'M-1.3 -18.4C-2.4 -19.4 -2 -21 -2 -22L-2.2 -28C-0.6 -29.2 2.6 -28.6 3 -26.6C3.2 -24.6 1.6 -24 1.4 -22L1.3 -18.4Z',
    ),
    row([-27, -25.2, -23.4, -21.6], (y) => line(`M-3.7 ${y}H-2`, 1.05)),
    row([6.6, 11, 15.2], (y) => cut(`M-3.2 ${y}H3.2`, 1.5)),
    cut('M-3.6 19.6H3.6', 1.1),
    row([14, 17.2, 20.4], (y) => bore(Math.round((6.4 - (y - 14) * 0.12) * 100) / 100, y, 0.95)),
  ),
  'bass-guitar': leaned(
    45,
    solid(
      'M-1.6 4.6C-2.6 0.6 -6.2 -2.6 -8 -1.6C-10 -0.4 -8.6 4 -8 7C-7.6 9.8 -8.6 11.6 -9.2 14.4C-10.4 20.6 -7.4 26.6 -0.6 26.6C6.4 26.6 10.4 22.6 9.6 17C9 13.4 6.8 12.6 6.8 9.8C6.8 7.4 8.2 5.4 7 3.8C5.6 2.4 3.2 3.6 1.8 6Z',
    ),
    box(-1.25, -20, 2.5, 27),
    solid(
      'M-1.3 -19C-2.8 -20.4 -2.2 -22 -2.2 -23L-2.4 -28.2C-0.8 -29.6 2.8 -29 3.2 -27C3.4 -25.4 1.6 -24.6 1.5 -22.6L1.3 -19Z',
    ),
    row([-27.2, -24.8, -22.4, -20], (y) => line(`M-5 ${y}H-2`, 1.3) + disc(-5, y, 1)),
    cut('M-3.6 12.2H0.3', 1.9),
    cut('M-0.3 14.6H3.6', 1.9),
    cut('M-3 21.4H3', 2.1),
    bore(5.6, 18.6, 0.95),
    bore(5, 22, 0.95),
  ),
  ukulele: leaned(
    45,
    solid(symmetric([0, 0], guitarBody(27, 22.5, 36), { scale: 0.24, top: -1.4 })),
    box(-1.5, -13.2, 3, 13.4),
    solid('M-1.7 -13L-3 -20.6C-1.4 -22.4 1.4 -22.4 3 -20.6L1.7 -13Z'),
    row([-19.6, -16], (y) => line(`M-4.6 ${y}H4.6`, 1.3) + disc(-4.9, y, 1.1) + disc(4.9, y, 1.1)),
    cut('M-1.5 -9.6H1.5M-1.5 -6.4H1.5M-1.5 -3.6H1.5', 0.7),
    bore(0, 7.2, 2.7),
    cut('M-3.6 16.6H3.6', 1.6),
  ),
  mandolin: leaned(
    45,
    solid(
      symmetric(
        [0, -2],
        [
          [2, -2],
          [3, 2, 10.6, 6.2, 10.6, 14.4],
          [10.6, 21, 6, 25, 0, 25],
        ],
      ),
    ),
    box(-1.5, -17.4, 3, 17.4),
    solid('M-1.7 -17.2L-3.3 -18.6L-3 -26.4C-1 -25.2 1 -25.2 3 -26.4L3.3 -18.6L1.7 -17.2Z'),
    row([-24.6, -22.8, -21, -19.2], (y) => line(`M-4.6 ${y}H4.6`, 0.95)),
    hole('M0 6.4A4 2.9 0 1 1 0 12.2A4 2.9 0 1 1 0 6.4Z'),
    cut('M-4.4 17.4H4.4', 1.4),
    cut('M-0.9 17.4V24.4M0.9 17.4V24.4', 0.7),
  ),
  banjo: leaned(
    45,
    ring(0, 14.6, 10.6, 2.7),
    row(spread(0, 330, 12), (angle) => moved(`rotate(${angle} 0 14.6)`, line('M0 2.2V4', 1.7))),
    bar('M0 -19V9.4', 2.7),
    solid('M-1.4 -18.4L-3 -20L-2.6 -27.4C-1 -28.8 1 -28.8 2.6 -27.4L3 -20L1.4 -18.4Z'),
    guitarPegs(4.6, [-26, -22.4]),
    line('M-1 -8.4H-3.4', 1.5),
    disc(-3.6, -8.4, 1.2),
    line('M-3.6 18.6H3.6', 1.5),
    line('M-1.1 9V25M1.1 9V25', 0.7),
  ),
  harp: [
    // Soundboard, column and neck.
    solid('M9.6 44.6L12.6 39.4L39.2 10.6C41 8.8 43.6 10.8 42.4 13L19.6 44.6Z'),
    line('M10.6 42L9 6.6', 2.6),
    line(
      'M9 5.6C13 1.6 16.4 4 17.6 8.6C19.4 15.6 26.6 17.6 32.4 13.4C35.6 11 38 10.2 40.6 11',
      3.1,
    ),
    disc(9.2, 4.6, 2.3),
    line('M13 5V36M16.6 9.4V32.6M20.4 14V28.6M24.4 16.6V24.4M28.4 16.4V20.4', 0.95),
    box(7, 43, 17, 2.9, 1.2),
  ].join(''),
  oud: leaned(
    45,
    solid(
      symmetric(
        [0, -7],
        [
          [1.7, -7],
          [3.4, -4, 13.4, 2, 13.4, 12],
          [13.4, 20, 8, 24.4, 0, 24.4],
        ],
      ),
    ),
    solid(
      turned([
        [-16.4, 1.35],
        [-6, 1.8],
      ]),
    ),
    // The pegbox is bent back.
    moved(
      'translate(0 -16.2) rotate(-72)',
      solid('M-1.5 0.6L-1.3 -12L0.9 -12.4L1.5 0.6Z'),
      row([-10.2, -7.6, -5, -2.4], (y) => line(`M-3.2 ${y}H3.2`, 1.1)),
    ),
    bore(0, 5.2, 3.3),
    disc(0, 5.2, 1.5),
    bore(-5.4, 12.4, 1.7),
    bore(5.4, 12.4, 1.7),
    cut('M-5.2 18.6H5.2', 1.6),
  ),
  shamisen: leaned(
    45,
    solid(
      'M-6.6 8C-2.4 7 2.4 7 6.6 8C7.6 12 7.6 20 6.6 25C2.4 26 -2.4 26 -6.6 25C-7.6 20 -7.6 12 -6.6 8Z',
    ),
    bar('M0 -24V28', 1.7),
    cut('M-1.5 7.3V14.6M1.5 7.3V14.6', 0.8),
    cut('M-4 20.6H4', 1.3),
    line('M0 -22L0.6 -27C1.4 -28.4 3.2 -27.6 2.6 -26', 1.7),
    line('M-6 -23.6H1', 1.6),
    line('M0 -20.4H6', 1.6),
    line('M-6 -17.2H1', 1.6),
    // The plectrum.
    moved('translate(12.4 5) rotate(-18)', solid('M-1 -9H1L1.4 0L5 6.4H-5L-1.4 0Z')),
  ),
};

export const stringGear = {
  amplifier: [
    line('M17 7.4V4.6C17 3.6 17.6 3 18.6 3H29.4C30.4 3 31 3.6 31 4.6V7.4', 2),
    box(3.6, 6.6, 40.8, 37.4, 2.6),
    row([10.5, 16, 21.5, 27], (x) => bore(x, 11.4, 1.6)),
    slot(33, 10.2, 5.6, 2.4, 0.6),
    slot(7, 16.4, 34, 24.2, 1.4),
    disc(24, 28.5, 10.4),
    cutRing(24, 28.5, 7, 1.1),
    bore(24, 28.5, 3),
    box(7, 44, 5, 2, 0.6),
    box(36, 44, 5, 2, 0.6),
  ].join(''),
  'effect-pedal': [
    box(10, 3.6, 28, 41, 3),
    line('M6 13.6H10M38 13.6H42', 3.4),
    bore(17.4, 11.6, 3.7),
    bore(30.6, 11.6, 3.7),
    line('M17.4 11.6L15.8 9.2M30.6 11.6L32.4 9.4', 1.6),
    bore(24, 18.6, 1.4),
    slot(13.4, 23.4, 21.2, 17.6, 1.6),
    disc(24, 32.2, 5.2),
    cutRing(24, 32.2, 3, 1),
  ].join(''),
};
