import { median } from '../load/measure.mjs';
import { describeSetting } from '../support/machine.mjs';

/** The limits of the slower requests and of the additional memory in the last minutes compared with the first. */
const aims = { p50: 1.2, p99: 1.5, memory: 1.1 };
const kindNames = /** @type {const} */ ({
  page: 'page',
  list: 'list or product',
  search: 'search',
  write: 'write',
  upload: 'photo of 12 megapixels',
});
const kinds = /** @type {(keyof typeof kindNames)[]} */ (Object.keys(kindNames));

/**
 * @typedef {import('./minutes.mjs').Minute} Minute
 * @param {Minute & { number: number, problems: number }} minute
 */
export function asLine({ number, requests, kinds: measured, waiting, residentMb, problems }) {
  const times = kinds.map((kind) => {
    const { p50, p99 } = measured[kind];
    return `${kind} ${ms(p50)}/${ms(p99)}`;
  });
  return `minute ${number}: ${requests} requests, ${times.join(', ')} ms; ${waiting} under way, ${residentMb} MB, ${problems} failed`;
}

/**
 * The whole run as Markdown.
 * @param {object} report
 * @param {import('../support/machine.mjs').Setting} report.setting
 * @param {number} report.products
 * @param {number} report.peak visits per second
 * @param {Minute[]} report.minutes
 * @param {string[]} report.problems
 * @param {number} report.sales
 * @param {string[]} report.faults
 */
export function asMarkdown({ setting, products, peak, minutes, problems, sales, faults }) {
  const part = Math.max(1, Math.floor(minutes.length / 4));
  const [first, last] = [minutes.slice(0, part), minutes.slice(-part)];
  const requests = minutes.reduce((sum, minute) => sum + minute.requests, 0);
  const growth = (/** @type {(minute: Minute) => number} */ of) =>
    median(last.map(of)) / median(first.map(of));
  return [
    '# Soak',
    '',
    'Made by `node bench/soak.mjs`; [bench/README.md](../README.md) says what goes on.',
    '',
    describeSetting(setting),
    `- ${products.toLocaleString('en')} listings at the beginning; ${minutes.length} minutes at half of the peak of ${peak.toFixed(1)} visits/s, ${requests.toLocaleString('en')} requests`,
    `- ${problems.length} requests failed; ${sales.toLocaleString('en')} sales were acknowledged, and afterwards ${faults.length === 0 ? 'all were there, completed and paid out once' : `there were ${faults.length} faults`}`,
    '',
    `The first ${part} minutes compared with the last ${part}; medians of the minutes.`,
    '',
    '| asked for | requests | p50 first, last | p99 first, last | growth of p50 | growth of p99 |',
    '|---|--:|--:|--:|--:|--:|',
    ...kinds.map((kind) => {
      const middle = (/** @type {Minute[]} */ list, /** @type {'p50' | 'p99'} */ share) =>
        `${ms(median(list.map((minute) => minute.kinds[kind][share])))} ms`;
      const grown = (/** @type {'p50' | 'p99'} */ share) =>
        judged(
          growth((minute) => minute.kinds[kind][share]),
          aims[share],
        );
      const count = minutes.reduce((sum, minute) => sum + minute.kinds[kind].count, 0);
      return row([
        kindNames[kind],
        count.toLocaleString('en'),
        `${middle(first, 'p50')}, ${middle(last, 'p50')}`,
        `${middle(first, 'p99')}, ${middle(last, 'p99')}`,
        grown('p50'),
        grown('p99'),
      ]);
    }),
    '',
    `Memory of the shop's process, MB at the end of each minute: ${minutes.map(({ residentMb }) => residentMb).join(', ')}. Growth ${judged(
      growth(({ residentMb }) => residentMb),
      aims.memory,
    )}.`,
    '',
    `Visits under way at the end of each minute: ${minutes.map(({ waiting }) => waiting).join(', ')}.`,
    '',
  ].join('\n');
}

/** @param {number} value @param {number} atMost */
function judged(value, atMost) {
  return `${value.toFixed(2)} (${value <= atMost ? 'at most' : '**more than**'} ${atMost})`;
}

/** @param {number} value */
const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;
