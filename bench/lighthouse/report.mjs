import { describeSetting } from '../support/machine.mjs';
import { categories } from './audit.mjs';

/** The scores that the pages must reach. */
const leastScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const maxLcpMs = 1_800;

/**
 * @typedef {object} Report
 * @property {import('../support/machine.mjs').Setting} setting
 * @property {string} lighthouse
 * @property {string} browser
 * @property {number} runs
 * @property {import('./audit.mjs').Outcome[]} outcomes
 */

/** @param {Report} report */
export function asMarkdown({ setting, lighthouse, browser, runs, outcomes }) {
  return [
    '# Lighthouse',
    '',
    'Made by `node bench/lighthouse.mjs`: the built shop with its demo catalogue, as a phone on a slow network (Lighthouse’s',
    'own simulation). [The page on performance](../../docs/performance.md) says what the figures mean.',
    '',
    describeSetting(setting),
    `- Lighthouse ${lighthouse}, ${browser}; ${runs} runs of each page, medians`,
    '',
    '| page | performance | accessibility | best practices | SEO | largest paint | first paint | layout shift | blocked | |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|---|',
    ...outcomes.map((outcome) => pageRow(outcome)),
    '',
    `At least ${categories.map((category) => leastScores[category]).join(' / ')}; the largest paint within ${maxLcpMs / 1_000} s.`,
    '',
    ...outcomes.flatMap((outcome) => faultTable(outcome)),
  ].join('\n');
}

/**
 * One page for the terminal.
 * @param {import('./audit.mjs').Outcome} outcome
 */
export function asText({ name, path, scores, timings, faults }) {
  const marks = categories.map((category) => `${category} ${scores[category]}`).join(', ');
  const { lcpMs, fcpMs, cls, tbtMs } = timings;
  return [
    `${name} (${path}): ${marks}`,
    `  LCP ${seconds(lcpMs)}, FCP ${seconds(fcpMs)}, CLS ${cls.toFixed(3)}, TBT ${Math.round(tbtMs)} ms`,
    ...faults.map(
      ({ category, audit, score, value }) => `  ${category}: ${audit} ${score} ${value}`,
    ),
  ].join('\n');
}

/** @param {import('./audit.mjs').Outcome} outcome */
function pageRow({ name, scores, timings }) {
  const isMet =
    categories.every((category) => scores[category] >= leastScores[category]) &&
    timings.lcpMs < maxLcpMs;
  return row([
    name,
    ...categories.map((category) => String(scores[category])),
    seconds(timings.lcpMs),
    seconds(timings.fcpMs),
    timings.cls.toFixed(3),
    `${Math.round(timings.tbtMs)} ms`,
    isMet ? 'met' : '**missed**',
  ]);
}

/** @param {import('./audit.mjs').Outcome} outcome */
function faultTable({ name, faults }) {
  if (faults.length === 0) return [`${name}: every audit is at 100.`, ''];
  return [
    `${name}, what is below 100:`,
    '',
    '| category | audit | score | found |',
    '|---|---|--:|---|',
    ...faults.map(({ category, title, score, value }) =>
      row([category, title, String(score), value]),
    ),
    '',
  ];
}

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;
/** @param {number} milliseconds */
const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(2)} s`;
