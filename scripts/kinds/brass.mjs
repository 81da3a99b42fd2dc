import { bar, bore, cut, disc, line, moved, over, ring, row, solid } from './pen.mjs';

/** A piston valve with its button. @param {number} x @param {number} top @param {number} bottom */
const valve = (x, top, bottom, width = 3.8) =>
  cut(`M${x} ${top - 0.6}V${bottom + 0.6}`, width + 1.8) +
  bar(`M${x} ${top}V${bottom}`, width) +
  line(`M${x} ${top}V${top - 3.4}`, 1.1) +
  line(`M${x - 1.3} ${top - 3.7}H${x + 1.3}`, 1.7) +
  cut(
    `M${x - width / 2} ${top + 2.4}H${x + width / 2}M${x - width / 2} ${bottom - 2.4}H${x + width / 2}`,
    0.8,
  );

/** Opens to the left. @param {number} x @param {number} y */
const mouthpiece = (x, y) =>
  solid(
    `M${x} ${y - 2.5}C${x + 2.4} ${y - 2.3} ${x + 3} ${y - 1.1} ${x + 5} ${y - 1.1}V${y + 1.1}C${x + 3} ${y + 1.1} ${x + 2.4} ${y + 2.3} ${x} ${y + 2.5}Z`,
  );

/**
 * Held upright, its bell above: alto horn, euphonium or tuba.
 * @param {{ bell: number, throat: number, tube: number, left: number, right: number, bottom: number, valves: number[], valveWidth?: number, lead: string }} size
 * half the width of bell and throat, the width of the tube, where its middle is on the right and its outline on the left
 */
function upright({ bell, throat, tube, left, right, bottom, valves, valveWidth = 3.4, lead }) {
  const middle = left + tube / 2;
  return [
    solid(
      `M${middle - bell} 2.6H${middle + bell}C${middle + throat + 1} 6 ${middle + throat - 0.2} 11 ${middle + tube / 2} 20V34H${middle - tube / 2}V20C${middle - throat + 0.2} 11 ${middle - throat - 1} 6 ${middle - bell} 2.6Z`,
    ),
    line(
      `M${middle} 32V${bottom - 7}C${middle} ${bottom} ${right} ${bottom} ${right} ${bottom - 7}V22`,
      tube,
    ),
    lead,
    row(valves, (x) => valve(x, 20, 35, valveWidth)),
  ].join('');
}

/**
 * The end of a tube at a point, which widens along an angle.
 * @param {number} x @param {number} y @param {number} angle @param {number} length @param {number} half @param {number} throat
 */
const flare = (x, y, angle, length, half, throat) =>
  moved(
    `translate(${x} ${y}) rotate(${angle})`,
    solid(
      `M0 ${-throat}C${length * 0.5} ${-throat - 0.6} ${length * 0.82} ${-half * 0.42} ${length} ${-half}C${length + 2} ${-half * 0.5} ${length + 2} ${half * 0.5} ${length} ${half}C${length * 0.82} ${half * 0.42} ${length * 0.5} ${throat + 0.6} 0 ${throat}Z`,
    ),
  );

export const brass = {
  trumpet: moved(
    'rotate(-18 24 24)',
    line('M6 19H34C41.4 19 41.4 30 34 30H13C5.8 30 5.8 19 13 19', 2.3),
    solid('M29 17.8C37.4 17.8 42.4 15.2 46.8 10.6V27.4C42.4 22.8 37.4 20.2 29 20.2Z'),
    mouthpiece(1.2, 19),
    row([18, 22.8, 27.6], (x) => valve(x, 14, 34.6)),
  ),
  cornet: moved(
    'rotate(-18 24 24)',
    line('M8 18.4H31.6C39.4 18.4 39.4 31 31.6 31H26', 2.3),
    line('M28 18.4H14.6C3.6 18.4 3.6 35.4 12.8 35.4C19.6 35.4 19.6 27 13.4 27', 2.4),
    solid('M25 17C33.4 17 39.4 14.6 44.6 9V27.8C39.4 22.2 33.4 19.8 25 19.8Z'),
    mouthpiece(3.2, 18.4),
    row([19.6, 24.2, 28.8], (x) => valve(x, 13.4, 36)),
  ),
  flugelhorn: moved(
    'rotate(-18 24 24)',
    line('M6 16.4H21', 2.1),
    line('M27 20C13 20.4 5 21 5.4 27C5.8 32 10 32.4 14 32.4H27', 3.4),
    solid('M24 18C34 17.6 41 13.4 46 7.2V32.8C41 26.4 34 22.6 24 22.2Z'),
    mouthpiece(1.2, 16.4),
    row([17, 21.8, 26.6], (x) => valve(x, 15, 36)),
    line('M28.4 32.4H34C36.4 32.4 36.4 28.6 34 28.6H28.4', 1.8),
  ),
  'french-horn': [
    ring(20, 16.6, 12.9, 3.3),
    ring(20, 16.6, 7.9, 1.7),
    line('M15 21.6L25 11.6', 1.4),
    over('M4.4 3.6C9.4 5 14 8.4 17 13', 1.9),
    solid('M2.6 5L4.4 1.4L7.6 3.8L6.6 6.2Z'),
    moved('translate(14.4 28.2) rotate(17)', cut('M3 -2.6C14 -3.2 22 -6 27 -14', 1.2)),
    flare(14.6, 28.4, 17, 27, 11.2, 1.9),
    moved('translate(14.6 28.4) rotate(17)', cut('M24 -8C25.6 -3 25.6 3 24 8', 1)),
    moved(
      'rotate(-45 20 16.6)',
      row([15.2, 20, 24.8], (x) => bore(x, 16.6, 3.1) + disc(x, 16.6, 2.1)),
    ),
  ].join(''),
  'alto-horn': moved(
    'translate(3.4 3)',
    upright({
      bell: 9,
      throat: 3.4,
      tube: 4,
      left: 10.4,
      right: 29.4,
      bottom: 42,
      lead:
        line('M29.4 24V19C29.4 15 31 14 34 14', 1.9) +
        moved('rotate(180 35.6 14)', mouthpiece(32.6, 14)),
      valves: [17.6, 21.4, 25.2],
    }),
  ),
  euphonium: upright({
    bell: 11.6,
    throat: 5,
    tube: 6,
    left: 11.4,
    right: 34,
    bottom: 46,
    lead:
      line('M34 24V19C34 14.6 36 13.6 39 13.6', 2.2) +
      moved('rotate(180 40.6 13.6)', mouthpiece(37.6, 13.6)),
    valves: [20.4, 24.6, 28.8],
  }),
  tuba: upright({
    bell: 14.6,
    throat: 7,
    tube: 7.6,
    left: 12.6,
    right: 36.4,
    bottom: 45,
    lead:
      line('M36.6 24V20C36.6 15.6 38 14.6 41 14.6', 2.4) +
      moved('rotate(180 42.6 14.6)', mouthpiece(39.6, 14.6)),
    valves: [22.4, 26.4, 30.4],
    valveWidth: 3,
  }),
  trombone: moved(
    'translate(2.4 2.6) scale(0.9) rotate(-24 24 24)',
    line('M30 15H9C-1 15 -1 26.6 9 26.6H16', 2.2),
    solid('M24 14C34 13.8 38 11 42 6.4V23.6C38 19 34 16.2 24 16Z'),
    line('M9 15V26.6', 1.3),
    line('M16 26.6H45.4C49 26.6 49 33.4 45.4 33.4H12', 2),
    line('M18.4 26.6V33.4', 1.5),
    line('M23.6 26.6V33.4', 1.5),
    mouthpiece(7.4, 33.4),
  ),
  'natural-horn': [
    ring(19, 17.4, 14.6, 2.2),
    flare(13.4, 30.8, 15, 30, 9, 1.2),
    moved('translate(13.4 30.8) rotate(15)', cut('M27.4 -6C28.6 -2.6 28.6 2.6 27.4 6', 1)),
    over('M28.6 28.8C35.4 23.4 36.2 13.4 33 8.6L38.6 4.8', 2.2, 1),
    solid('M37.6 4L41.8 1L43.8 3.6L39.8 6.8Z'),
  ].join(''),
};
