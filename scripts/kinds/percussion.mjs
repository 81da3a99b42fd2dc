import {
  bar,
  bore,
  box,
  cut,
  cutRing,
  disc,
  hole,
  line,
  moved,
  ring,
  row,
  slot,
  solid,
  spread,
} from './pen.mjs';

/** An ellipse. @param {number} x @param {number} y @param {number} rx @param {number} ry */
const oval = (x, y, rx, ry) =>
  `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`;

/** A drum seen a little from above. @param {number} x @param {number} top @param {number} rx @param {number} ry @param {number} height */
const drum = (x, top, rx, ry, height) =>
  solid(
    `M${x - rx} ${top}A${rx} ${ry} 0 0 1 ${x + rx} ${top}V${top + height}A${rx} ${ry} 0 0 1 ${x - rx} ${top + height}Z`,
  );

export const percussion = {
  'drum-kit': [
    // Cymbals, toms, bass drum and snare.
    line('M9.6 12.4V44M38.4 10V44', 1.3),
    moved('rotate(-8 9.6 12)', solid(oval(9.6, 12, 8.4, 1.9))),
    moved('rotate(10 38.4 9.6)', solid(oval(38.4, 9.6, 8.4, 1.9))),
    box(13.6, 14, 9.4, 7.6, 1.2),
    box(25, 14, 9.4, 7.6, 1.2),
    cut('M13 16H35', 0.9),
    bore(24, 33.4, 12.2),
    disc(24, 33.4, 11.2),
    cutRing(24, 33.4, 8.4, 1.1),
    box(33.6, 26.4, 11.4, 13, 1.2),
    cut('M33 29H46', 0.9),
    line('M35.4 39V44.4M43.4 39V44.4', 1.3),
    box(3, 27.4, 10.4, 5.4, 1),
    cut('M2 29.2H14', 0.8),
    line('M16 42L13.4 45.4M32 42L34.6 45.4', 1.6),
  ].join(''),
  'snare-drum': [
    drum(24, 17.4, 19.6, 6.6, 15),
    hole(oval(24, 17.4, 16.8, 4.2)),
    cut('M4.4 20.6C7 28 41 28 43.6 20.6', 1.1),
    cut('M4.4 31C7 38.4 41 38.4 43.6 31', 1.1),
    row([9, 39], (x) => slot(x - 1, 25.4, 2, 5.2, 0.9)),
    row([16.4, 31.6], (x) => slot(x - 1, 27.6, 2, 5.2, 0.9)),
    // The ends of the wires below, and the lever that tightens them.
    bar('M11 40.6C18.6 43.2 29.4 43.2 37 40.6', 2.6),
    row(spread(14, 34, 8), (x) => cut(`M${x} 40.4V46`, 0.7)),
    slot(22.4, 26, 3.2, 8.4, 0.9),
    line('M24 27.6L26.6 30.6', 1.3),
    line('M30 15.6L42 4.6M18.6 15.4L6 5.4', 2),
    disc(29.2, 16.2, 1.5),
    disc(19.4, 16, 1.5),
  ].join(''),
  'single-drum': [
    drum(24, 12, 16, 5.4, 24),
    hole(oval(24, 12, 13.4, 3.4)),
    cut('M8 15C10 21 38 21 40 15', 1.1),
    cut('M8 33C10 39 38 39 40 33', 1.1),
    // The rope.
    cut('M8.4 31L13.4 20.2L18.6 34.8L24 20.8L29.4 34.8L34.6 20.2L39.6 31', 1.3),
  ].join(''),
  cymbal: [
    moved(
      'rotate(-14 24 15)',
      solid(oval(24, 15.4, 22, 5.2)),
      solid('M18 12.4C18 8.4 30 8.4 30 12.4Z'),
      cut('M5.6 15.4C9 18.8 39 18.8 42.4 15.4M11 13.8C13.4 16.2 34.6 16.2 37 13.8', 0.9),
      cut('M16.8 11.8C19 14 29 14 31.2 11.8', 0.9),
    ),
    line('M23 8.6L22.4 5.4', 2),
    line('M25 20.6V37', 1.8),
    line('M25 34L12.6 44.6M25 34L37.4 44.6M25 34V41', 1.8),
  ].join(''),
  'electronic-drums': [
    // Cymbal pads, drum pads on a rack, and the module.
    line('M6 45V22M42 45V22M6 30H42', 1.9),
    line('M3 45H9.4M38.6 45H45', 1.9),
    line('M10.4 8V28M37.6 8V28', 1.3),
    moved('rotate(-9 10.4 8)', solid('M1.6 9C2.6 5.8 18.2 5.8 19.2 9Z')),
    moved('rotate(9 37.6 8)', solid('M28.8 9C29.8 5.8 45.4 5.8 46.4 9Z')),
    row(
      [17, 31],
      (x) =>
        cut(oval(x, 19.4, 6.4, 4.4), 2) +
        solid(oval(x, 19.4, 6.4, 4.4)) +
        hole(oval(x, 18.8, 4.6, 2.7)),
    ),
    row(
      [7.6, 40.4],
      (x) =>
        cut(oval(x, 26.6, 6, 4.2), 2) + solid(oval(x, 26.6, 6, 4.2)) + hole(oval(x, 26, 4.2, 2.5)),
    ),
    slot(16.6, 27, 14.8, 18),
    box(17.4, 28, 13.2, 13.4, 2),
    bore(24, 34.6, 4.7),
    disc(24, 34.6, 3.5),
    line('M20.4 41V44.8M27.6 41V44.8', 1.7),
  ].join(''),
  cajon: [
    solid('M9 9.6L14 4H39V39L34 44.6H9Z'),
    cut('M9 9.6H34V44.6', 1.1),
    cut('M34 9.6L39 4', 1.1),
    bore(21.5, 24, 5.4),
    row([12.4, 30.6], (x) => row([13, 20, 34, 41], (y) => bore(x, y, 0.75))),
  ].join(''),
  djembe: [
    solid(
      'M8.6 8.6A15.4 4.8 0 0 1 39.4 8.6C39.4 16.6 35 21.8 30 25.4C28.4 26.8 28.6 29 28.8 31C29.2 36 30.6 40.6 34 43.8C31 46.6 17 46.6 14 43.8C17.4 40.6 18.8 36 19.2 31C19.4 29 19.6 26.8 18 25.4C13 21.8 8.6 16.6 8.6 8.6Z',
    ),
    hole(oval(24, 8.6, 12.8, 3)),
    cut('M8.8 12C12 16.6 36 16.6 39.2 12', 1.1),
    cut('M11 15.4L16.4 24M13.6 23L19 16.6L24 26L29 16.6L34.4 23M37 15.4L31.6 24', 1.1),
    cut('M17 26C20 28 28 28 31 26', 1.1),
  ].join(''),
  congas: [
    solid(
      'M4 8.4A9.6 3.2 0 0 1 23.2 8.4C25.6 18 25.4 26 21.2 43.4C19 45.2 8.2 45.2 6 43.4C1.8 26 1.6 18 4 8.4Z',
    ),
    hole(oval(13.6, 8.4, 7.4, 1.8)),
    cut('M3.4 11.4C6 14.6 21.2 14.6 23.8 11.4', 1),
    cut('M2.4 24.4C7 27.4 20.2 27.4 24.8 24.4', 1),
    bore(35, 20, 9.6),
    solid(
      'M26.4 18A8.8 3 0 0 1 44 18C46.2 26 46 32 42 43.6C40 45.2 30.4 45.2 28.4 43.6C24.4 32 24.2 26 26.4 18Z',
    ),
    hole(oval(35.2, 18, 6.6, 1.6)),
    cut('M26 20.8C28.4 23.8 42 23.8 44.4 20.8', 1),
    cut('M25 32C29 34.8 41.4 34.8 45.4 32', 1),
    cut('M8.6 13.4V20M13.6 14.2V21M18.6 13.4V20M30.6 22.8V28.4M35.2 23.6V29M39.8 22.8V28.4', 1.2),
  ].join(''),
  darbuka: [
    solid(
      'M10 7.6A14 4.4 0 0 1 38 7.6V14C38 20.6 32 22.6 29.4 26C27.6 28.4 28.6 33 31 37C32.4 39.4 34.6 41.6 37 43.4C34 46.4 14 46.4 11 43.4C13.4 41.6 15.6 39.4 17 37C19.4 33 20.4 28.4 18.6 26C16 22.6 10 20.6 10 14Z',
    ),
    hole(oval(24, 7.6, 11, 2.5)),
    cut('M9.6 12.4C13 16.4 35 16.4 38.4 12.4', 1.1),
    row([14, 20.6, 27.4, 34], (x) => bore(x, x === 14 || x === 34 ? 10.9 : 12.3, 0.8)),
    cut('M17 24C20 26 28 26 31 24M16.4 38.4C20 40 28 40 31.6 38.4', 1.1),
  ].join(''),
  'frame-drum': [
    ring(24, 24, 19, 4.2),
    row(spread(0, 288, 5), (angle) =>
      moved(`rotate(${angle} 24 24)`, slot(20, 1.6, 8, 6.8, 1), line('M22 2V8.4M26 2V8.4', 2.1)),
    ),
  ].join(''),
  'mallet-instrument': [
    solid('M2 14L46 18.4V25.6L2 30Z'),
    cut('M8 14V31M14 14V31M20 14V31M26 14V31M32 14V31M38 14V31', 1.2),
    cut('M2 18.6L46 20.8M2 25.4L46 23.2', 0.8),
    row([5, 11, 17, 23, 29, 35], (x) => line(`M${x} 31.6V${Math.round(45 - (x - 5) * 0.32)}`, 3.2)),
    line('M41 27.4V44.4', 2),
    line('M20 12.4L31 3.4M27 12.8L41 6', 1.4),
    disc(19.4, 12.4, 2.2),
    disc(26.2, 13, 2.2),
  ].join(''),
  handpan: [
    solid(
      'M2 25.4C4 17 13 11.4 24 11.4C35 11.4 44 17 46 25.4C44.6 27 42 27.4 40.4 27.4C36 33 31 35.6 24 35.6C17 35.6 12 33 7.6 27.4C6 27.4 3.4 27 2 25.4Z',
    ),
    cut('M2 25.4C8 28.4 40 28.4 46 25.4', 1.2),
    hole(oval(24, 15.6, 4, 1.7)),
    hole(oval(13, 19, 3.4, 1.7)),
    hole(oval(35, 19, 3.4, 1.7)),
    hole(oval(24, 22.6, 3.8, 1.7)),
  ].join(''),
  'small-percussion': [
    // A triangle with its beater, and a maraca.
    line('M19.6 42.6H4.4L15 23L23.4 38.6', 2.3),
    line('M15 23V16', 1.2),
    line('M4 20L9.4 30.6', 1.7),
    moved(
      'translate(32.6 14) rotate(14)',
      solid(oval(0, -2.4, 8, 9.2)),
      line('M0 6V31', 2.9),
      cut('M-8.4 -1.2C-3.4 2.2 3.4 2.2 8.4 -1.2', 1.1),
      cut('M-3 7.6H3', 1),
    ),
  ].join(''),
};
