import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const project = new URL('../../', import.meta.url);
const page = await readFile(new URL('CONTRIBUTING.md', project), 'utf8');
const [, section = ''] = /## Three walks through the code\n(.*?)\n## /s.exec(page) ?? [];
const walks = section
  .split('\n### ')
  .slice(1)
  .map((walk) => ({
    title: walk.split('\n', 1)[0] ?? '',
    stops: [...walk.matchAll(/^\d+\. `([^`]+)` `(\w+)`: /gm)].map(([, file = '', name = '']) => ({
      file,
      name,
    })),
    lines: walk.match(/^\d+\. /gm)?.length,
  }));

it('CONTRIBUTING has three walks of at most a dozen stops, each with a file and a name', () => {
  expect(walks).toHaveLength(3);
  for (const { stops, lines } of walks) {
    expect(stops.length).toBeGreaterThan(5);
    expect(stops.length).toBeLessThanOrEqual(12);
    expect(stops).toHaveLength(lines ?? 0);
  }
});

const stops = walks.flatMap((walk) => walk.stops.map((stop) => ({ ...stop, walk: walk.title })));

it.each(stops)('$walk: $file defines $name', async ({ file, name }) => {
  const source = await readFile(new URL(file, project), 'utf8');
  expect(source).toMatch(new RegExp(`(function|const) ${name}\\b`));
});
