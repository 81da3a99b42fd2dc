import { bore, box, cut, cutRing, disc, leaned, line, moved, row, slot, solid } from './pen.mjs';

const noteHead = solid('M-6.8 0A6.8 5 0 1 1 6.8 0A6.8 5 0 1 1 -6.8 0Z');

/** Kinds that come with no shop and that many owners add (docs/shop.md), and two quavers for all others. */
export const studio = {
  mixer: [
    box(4, 4, 40, 40.6, 3),
    row([10.6, 19.6, 28.6], (x) => bore(x, 10.4, 2.5) + bore(x, 18, 2.5)),
    row([10.6, 19.6, 28.6], (x) => slot(x - 0.7, 23.6, 1.4, 17, 0.7)),
    slot(7.8, 33, 5.6, 3.8, 0.8),
    slot(16.8, 26.6, 5.6, 3.8, 0.8),
    slot(25.8, 30, 5.6, 3.8, 0.8),
    slot(34.4, 7.6, 6, 12.8, 0.8),
    slot(36.7, 23.6, 1.4, 17, 0.7),
    slot(34.6, 28.6, 5.6, 3.8, 0.8),
    line('M36 17.6V14.4M38.8 17.6V11', 1.4),
  ].join(''),
  microphone: leaned(
    35,
    disc(0, -13, 9.2),
    cut('M-8.4 -15.4H8.4M-8.4 -10.6H8.4M-3 -22V-5M3 -22V-5', 0.9),
    box(-6.6, -3.4, 13.2, 4.2, 1.4),
    solid('M-5.8 2.4H5.8L3.8 24.4C3.7 25.4 3 26 2 26H-2C-3 26 -3.7 25.4 -3.8 24.4Z'),
    slot(-1.1, 6, 2.2, 5.6, 1.1),
  ),
  interface: [
    box(2.6, 13.4, 42.8, 20.6, 3),
    bore(11, 23.7, 5),
    row([8.9, 13.1], (x) => disc(x, 22.6, 0.9)),
    disc(11, 26.2, 0.9),
    bore(22.6, 23.7, 5),
    row([20.5, 24.7], (x) => disc(x, 22.6, 0.9)),
    disc(22.6, 26.2, 0.9),
    bore(36.4, 20.6, 4.2),
    line('M36.4 20.6L38.6 18.2', 1.5),
    row([31.4, 36.4, 41.4], (x) => bore(x, 29.4, 1.3)),
    box(7, 34, 6, 2.4, 0.8),
    box(35, 34, 6, 2.4, 0.8),
  ].join(''),
  turntable: [
    box(2.6, 7, 42.8, 34, 2.6),
    bore(18.6, 24, 13.6),
    disc(18.6, 24, 12.2),
    cutRing(18.6, 24, 9.4, 0.8),
    cutRing(18.6, 24, 6.8, 0.8),
    bore(18.6, 24, 2.4),
    bore(38.6, 13.4, 3.4),
    cut('M38.6 13.4V26.6L31 33.4', 2),
    slot(35.2, 35.4, 6.4, 2, 1),
  ].join(''),
  speaker: [
    box(10.6, 2.8, 26.8, 42.6, 2.6),
    bore(24, 12.2, 4.8),
    disc(24, 12.2, 2),
    bore(24, 29.6, 10.4),
    disc(24, 29.6, 8.2),
    bore(24, 29.6, 3),
    row([14.2, 33.8], (x) => bore(x, 6.4, 0.9) + bore(x, 41.8, 0.9)),
  ].join(''),
  headphones: [
    line('M7.8 31V25A16.2 16.2 0 0 1 40.2 25V31', 3.2),
    box(4, 26.4, 10.4, 17, 3.4),
    box(33.6, 26.4, 10.4, 17, 3.4),
    cut('M11 29.4V40.4M37 29.4V40.4', 1.2),
  ].join(''),
  other: [
    solid('M17.4 6.4L41 2.6V11.4L17.4 15.2Z'),
    line('M18.4 10V37.4M40 8V33', 2),
    moved('translate(12.6 38) rotate(-18)', noteHead),
    moved('translate(34.2 33.8) rotate(-18)', noteHead),
  ].join(''),
};
