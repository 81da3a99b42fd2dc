import { describeSetting } from '../support/machine.mjs';
import { photoSize } from './photo.mjs';

/**
 * @typedef {import('./measure.mjs').Measured} Measured
 * @typedef {{ shop: Measured, alone: Measured }} Round
 *
 * @typedef {object} UploadReport
 * @property {import('../support/machine.mjs').Setting} setting
 * @property {string} arenas what MALLOC_ARENA_MAX was for the shop; empty when it was not set
 * @property {number} count
 * @property {number} photoBytes
 * @property {Round[]} rounds
 */

/** @param {UploadReport} report */
export function asMarkdown({ setting, arenas, count, photoBytes, rounds }) {
  const { width, height } = photoSize;
  return [
    '# Uploads',
    '',
    'Made by `node bench/uploads.mjs`; [bench/README.md](../README.md) says what is compared.',
    '',
    describeSetting(setting),
    `- ${count} uploads at once of a JPEG of ${width} × ${height} pixels and ${megabytes(photoBytes)}; every one was done`,
    ...(arenas === '' ? [] : [`- The shop was started with MALLOC_ARENA_MAX=${arenas}`]),
    '',
    '| round | shop, per picture | first / last upload done after | sharp alone, per picture | ratio | shop, memory before / at its peak | sharp alone, at its peak |',
    '|--:|--:|--:|--:|--:|--:|--:|',
    ...rounds.map((round, place) => row(round, { place, count })),
    '',
    asLine(rounds, count),
    '',
    '*Per picture* is the time until all were done, divided by their number. Memory is the resident set of the server’s own',
    'process, native parts included, without the database.',
    '',
  ].join('\n');
}

/**
 * The outcome as a sentence.
 * @param {readonly Round[]} rounds
 * @param {number} count
 */
export function asLine(rounds, count) {
  const ratios = rounds.map(({ shop, alone }) => shop.ms / alone.ms).sort((a, b) => a - b);
  const middle = ratios[Math.floor(ratios.length / 2)] ?? 0;
  const peak = Math.max(...rounds.map(({ shop }) => shop.peak));
  const growth = peak - (rounds[0]?.shop.before ?? 0);
  const times = rounds.map(({ shop }) => shop.ms / count).sort((a, b) => a - b);
  return [
    `${milliseconds(times[Math.floor(times.length / 2)] ?? 0)} per picture,`,
    `${middle.toFixed(2)} times what sharp alone takes`,
    `(${ratios.map((ratio) => ratio.toFixed(2)).join(', ')});`,
    `the server's memory grew by ${megabytes(growth)} in all, to ${megabytes(peak)}.`,
  ].join(' ');
}

/**
 * @param {Round} round
 * @param {{ place: number, count: number }} of
 */
function row({ shop, alone }, { place, count }) {
  const [first = 0] = shop.each;
  const cells = [
    place + 1,
    milliseconds(shop.ms / count),
    `${seconds(first)} / ${seconds(shop.each.at(-1) ?? 0)}`,
    milliseconds(alone.ms / count),
    (shop.ms / alone.ms).toFixed(2),
    `${megabytes(shop.before)} / ${megabytes(shop.peak)}`,
    megabytes(alone.peak),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** @param {number} ms */
const milliseconds = (ms) => `${Math.round(ms)} ms`;
/** @param {number} ms */
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
