import { bar, bore, box, cut, disc, hole, line, row, slot, solid, spread } from './pen.mjs';

/**
 * White keys with black ones between them, cut out of what is behind.
 * @param {number} x @param {number} y @param {number} width @param {number} height @param {number} octaves
 */
function keys(x, y, width, height, octaves) {
  const white = width / (7 * octaves);
  const black = [1, 2, 4, 5, 6];
  const gaps = Array.from({ length: 7 * octaves - 1 }, (_, index) => index + 1);
  const r = (/** @type {number} */ number) => Math.round(number * 100) / 100;
  return (
    slot(x, y, width, height, 0.5) +
    gaps
      .map((gap) => {
        const middle = x + gap * white;
        return black.includes(gap % 7)
          ? box(r(middle - white * 0.31), y, r(white * 0.62), r(height * 0.62))
          : box(r(middle - 0.25), y, 0.5, height);
      })
      .join('') +
    gaps
      .filter((gap) => black.includes(gap % 7))
      .map((gap) => box(r(x + gap * white - 0.25), y, 0.5, height))
      .join('')
  );
}

/** @param {number[]} places @param {number} y */
const knobs = (places, y, r = 1.3) => row(places, (x) => bore(x, y, r));

export const keyboards = {
  'upright-piano': [
    box(4, 5, 40, 3.4, 0.8),
    box(5.6, 8, 36.8, 34.4),
    slot(9.4, 11.4, 29.2, 8.6, 0.8),
    line('M19.4 18.2H28.6', 1.4),
    box(3, 22.4, 42, 9.6, 0.8),
    keys(6.4, 24.4, 35.2, 5.6, 2),
    slot(10.6, 34, 26.8, 6, 0.8),
    line('M21.6 38.6V40M24 38.6V40M26.4 38.6V40', 1.3),
    box(4.4, 41.6, 39.2, 3, 0.6),
  ].join(''),
  'grand-piano': [
    // Lid, its stick, case and legs.
    solid(
      'M13.4 22C13 14 18 3.4 27 3C35.4 2.6 36 9.6 40.6 12.4C43.4 14.2 45.4 15.4 45.8 19L15.6 22.6Z',
    ),
    hole(
      'M16.8 20.4C16.6 14 20.6 6 27 5.6C33 5.4 33.6 11.6 38.6 14.6C40.8 15.8 42.6 16.6 43.2 17.4Z',
    ),
    line('M30 23L37.2 16.4', 1.3),
    solid('M3 22.4H45.6V26.4C45.6 28.4 44.4 29.4 42.6 29.4H15.4V31.6H3Z'),
    cut('M4.8 27.4H14.4', 1.3),
    solid('M4.6 31.6H8.2L7.4 43.6H5.6ZM38.4 29.4H42L41.2 43.6H39.4ZM21.6 29.4H24.6L24 43.6H22.4Z'),
    line('M13 31V40.4M11.6 41.2H15.6', 1.3),
  ].join(''),
  'digital-piano': [
    line('M15.4 13L17 5.6H31L32.6 13', 1.6),
    box(3, 13, 42, 14.2, 1.4),
    keys(5.6, 18.4, 36.8, 6.6, 3),
    bore(7.6, 15.8, 0.9),
    row([33, 36.4, 39.8], (x) => bore(x, 15.8, 0.9)),
    box(5.4, 27, 4, 17),
    box(38.6, 27, 4, 17),
    box(8, 35, 32, 3),
    line('M22 38V40.8M24 38V40.8M26 38V40.8', 1.2),
    box(3, 43, 9, 2.4, 0.8),
    box(36, 43, 9, 2.4, 0.8),
  ].join(''),
  'stage-piano': [
    box(1.6, 9, 44.8, 15, 1.4),
    keys(4, 15, 40, 6.8, 3),
    knobs([7, 11, 15], 12),
    slot(20, 10.8, 8, 2.4, 0.4),
    knobs([33, 37, 41], 12, 0.95),
    line('M12 24L34.6 43.4M36 24L13.4 43.4', 2.3),
    line('M9.4 44.4H17.4M30.6 44.4H38.6', 2.3),
  ].join(''),
  'home-keyboard': [
    line('M14 13V8.4C14 7.4 14.6 6.8 15.6 6.8H32.4C33.4 6.8 34 7.4 34 8.4V13', 1.7),
    box(1.8, 13, 44.4, 24, 2.6),
    // Loudspeakers on both sides of the display.
    row([7.6, 40.4], (x) => bore(x, 19, 3.4) + disc(x, 19, 1.2)),
    slot(18, 16, 12, 5.4, 0.8),
    knobs([14.4, 33.6], 18.8, 1.1),
    keys(4.4, 25, 39.2, 9.4, 2),
  ].join(''),
  synthesizer: [
    box(2, 10, 44, 28.6, 1.8),
    knobs(spread(7, 32, 6), 14.6, 1.5),
    knobs(spread(7, 22, 4), 19.6, 1.5),
    row([28, 31, 34, 37, 40], (x) => cut(`M${x} 18.2V22.6`, 0.8)),
    slot(35.6, 12.8, 7, 3.4, 0.5),
    slot(5.2, 26.4, 1.9, 8.6, 0.9),
    slot(8.6, 26.4, 1.9, 8.6, 0.9),
    keys(12.6, 25.4, 30.8, 10.6, 2),
  ].join(''),
  'controller-keyboard': [
    box(4, 11, 40, 26.6, 2.2),
    slot(7, 14, 1.8, 6.6, 0.9),
    slot(10.2, 14, 1.8, 6.6, 0.9),
    row([15.4, 19.6, 23.8, 28], (x) => slot(x, 13.6, 3, 3, 0.6) + slot(x, 17.8, 3, 3, 0.6)),
    knobs([34.6, 38.4], 15, 1.3),
    knobs([34.6, 38.4], 19.2, 1.3),
    keys(7, 24, 34, 11, 1),
    line('M24 11V8.6C24 6 27.4 6.6 27.4 4', 1.5),
  ].join(''),
  'electric-piano': [
    solid('M3 19C3 11.4 6 8.6 11 8.6H37C42 8.6 45 11.4 45 19V25.4H3Z'),
    cut('M8 13.4H40', 1.1),
    keys(6, 18, 36, 5.4, 2),
    solid('M6.4 25H10.4L7.2 44.4H5ZM37.6 25H41.6L43 44.4H40.8Z'),
    line('M24 25V41', 1.2),
    line('M11 26L22 33M37 26L26 33', 1.2),
    solid('M20 44.4C20 41.4 22 40.4 24 40.4C26 40.4 28 41.4 28 44.4Z'),
  ].join(''),
  organ: [
    // Two manuals, drawbars and pedals.
    line('M12 6H36', 1.8),
    solid('M5 8.6H43V20H46V31H2V20H5Z'),
    keys(8.4, 12.4, 31.2, 5.4, 2),
    keys(5.4, 22.4, 37.2, 6.4, 2),
    cut('M3 20.2H45', 0.9),
    solid('M4 31H9V45H4ZM39 31H44V45H39Z'),
    row(spread(12.4, 35.6, 7), (x) => line(`M${x} 36.6V43.6`, 1.8)),
    bar('M9 34H39', 1.6),
  ].join(''),
  accordion: [
    box(2.6, 8, 12.4, 33, 2.2),
    box(33, 8, 12.4, 33, 2.2),
    // Bellows, keys and buttons.
    solid(
      'M16 10L18.4 7.4L20.7 10L23 7.4L25.3 10L27.6 7.4L29.9 10L32 8V41L29.9 39L27.6 41.6L25.3 39L23 41.6L20.7 39L18.4 41.6L16 39Z',
    ),
    cut('M18.4 9.4V39.6M20.8 11V38M23 9.4V39.6M25.4 11V38M27.7 9.4V39.6M30 11V38', 0.75),
    slot(3.8, 11, 6, 27, 0.4),
    row(spread(14.4, 34.6, 7), (y) => line(`M4 ${y}H9.4`, 0.5)),
    row([14.4, 17.8, 24.5, 27.9, 31.2], (y) => box(6.4, y - 0.9, 3.4, 1.8)),
    row([36.6, 39.4, 42.2], (x) => row(spread(12.6, 36.4, 8), (y) => bore(x, y, 0.85))),
  ].join(''),
  sampler: [
    box(5, 4, 38, 40.6, 3),
    slot(8.6, 7.4, 15, 7.4, 0.8),
    bore(29.4, 11, 2.6),
    bore(37, 11, 2.6),
    line('M29.4 11V9.4M37 11L38.4 10', 1.1),
    row([8.6, 16.9, 25.2, 33.5], (x) => row([18.4, 26.7, 35], (y) => slot(x, y, 6, 6, 1))),
  ].join(''),
};
