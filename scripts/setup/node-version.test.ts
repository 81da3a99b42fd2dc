import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { faultOfNode, oldestNode } from './node-version.mjs';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('Node %s will do', (version) => {
  expect(faultOfNode(version)).toBeUndefined();
});

it.each(['12.22.12', '18.20.8', '20.9.0', '20.18.3'])(
  'Node %s is told what is needed',
  (version) => {
    expect(faultOfNode(version)).toMatch(/needs Node 20\.19 or newer, and this is Node \d+\.\d+/);
  },
);

it('asks for the Node that package.json asks for', async () => {
  const manifest = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  expect(manifest.engines.node).toBe(`>=${oldestNode}`);
});
