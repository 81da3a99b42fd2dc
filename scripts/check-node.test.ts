import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { engines } from '../package.json';

it.each([
  ['12.22.12', 1],
  ['18.20.8', 1],
  ['20.18.3', 1],
  ['20.19.0', 0],
  ['22.0.0', 0],
  ['24.11.1', 0],
])('the scripts on Node %s exit with %i', (node, status) => {
  const program = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } });
    require('./scripts/check-node.cjs')`;
  const check = spawnSync(process.execPath, ['--eval', program], { encoding: 'utf8' });
  expect(check.status).toBe(status);
  const oldest = engines.node.replace('>=', '');
  expect(check.stderr.trim()).toMatch(status ? `needs Node ${oldest} or newer, and` : /^$/);
});
