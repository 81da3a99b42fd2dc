import { describeSetting } from '../support/machine.mjs';

/**
 * @param {object} report
 * @param {import('../support/machine.mjs').Setting} report.setting
 * @param {import('./timed-start.mjs').TimedStart[]} report.starts
 */
export function asMarkdown({ setting, starts }) {
  return [
    '# Start',
    '',
    'Made by `node bench/start.mjs`: `npm start` in a fresh clone until the home page has been answered. Packages come from',
    'npm’s cache where it has them, so the first start measures this machine and not the network.',
    '',
    describeSetting(setting),
    '',
    '| start | npm and checks | packages | build | database, catalogue, opening | all |',
    '|---|--:|--:|--:|--:|--:|',
    ...starts.map(({ name, seconds }) => row([name, ...cells(seconds)])),
    '',
  ].join('\n');
}

/** @param {import('./timed-start.mjs').TimedStart} start */
export function asText({ name, seconds }) {
  const [npm, install, build, open, all] = cells(seconds);
  return `${name}: ${all} (npm and checks ${npm}, packages ${install}, build ${build}, opening ${open})`;
}

/** @param {import('./timed-start.mjs').TimedStart['seconds']} seconds */
const cells = ({ npm, install, build, open, all }) =>
  [npm, install, build, open, all].map((value) => (value === 0 ? '–' : `${value.toFixed(1)} s`));

/** @param {string[]} texts */
const row = (texts) => `| ${texts.join(' | ')} |`;
