// The journeys in e2e/engines in three engines: Chromium, Firefox and WebKitGTK, by WebDriver. It installs no browser: it
// says which Debian packages are missing. Without options every engine has to be there, and one that is not is a failure.
//   --engine firefox   runs this engine alone; may be given several times
//   --journey Google   runs the journeys whose titles contain this
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { engineNames, missingPackages } from '../e2e/engines/installed-browsers.mjs';
import { buildIfChanged } from './setup/build.mjs';
import { installPackages } from './setup/packages.mjs';
import { sumUp, tallyOf } from './test/tally.mjs';

const report = 'test-results/browsers.json';

const { values } = parseArgs({
  options: { engine: { type: 'string', multiple: true }, journey: { type: 'string' } },
});
const engines = engineNames.filter((name) => values.engine?.includes(name) ?? true);
const unknown = values.engine?.filter((name) => !engineNames.some((known) => known === name)) ?? [];
if (unknown.length > 0)
  stop([`There is no engine ${unknown.join(', ')}. The engines are ${engineNames.join(', ')}.`], 1);
const lacking = engines.filter((name) => missingPackages([name]).length > 0);
if (lacking.length > 0) {
  stop(
    [
      `Not installed on this machine: what is needed for ${lacking.join(', ')}. On Debian, as root:`,
      `  apt-get install ${missingPackages(lacking).join(' ')}`,
      'Or name the engines to test: npm run test:browsers -- --engine chromium',
    ],
    lacking.length,
  );
}

await installPackages();
await buildIfChanged();
await mkdir('test-results', { recursive: true });
await rm(report, { force: true });
const chosen = values.journey ? ['--testNamePattern', values.journey] : [];
const config = ['--config', 'e2e/engines/vitest.config.ts'];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...config, ...chosen],
  {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined, BROWSER_ENGINES: engines.join() },
  },
);
const written = await readFile(report, 'utf8')
  .then((text) => JSON.parse(text))
  .catch(() => undefined);
const { failed, line } = sumUp([tallyOf(status === 0 && written !== undefined, written)]);
if (failed > 0) {
  process.exitCode = 1;
  process.stdout.write('\nScreenshots of what failed are in test-results/browsers.\n');
}
process.stdout.write(`\n${line}\n`);

/**
 * @param {string[]} lines
 * @param {number} failures
 */
function stop(lines, failures) {
  process.stdout.write(
    `\n${lines.join('\n')}\n\n${sumUp([{ passed: 0, failed: failures }]).line}\n`,
  );
  process.exit(1);
}
