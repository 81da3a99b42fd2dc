import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { cpuGrowth, maxGrowth } from '../../server/testing/cpu-growth.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The folders that read texts of strangers. The other folders read what the operator has written. */
const folders = ['contract', 'web', 'server/core', 'server/http', 'server/features'].concat(
  ...['server/providers', 'server/workflows', 'server/jobs'],
);
const files = folders.flatMap((folder) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|-samples\.tsx$|^testing/.test(file))
    .map((file) => join(folder, file)),
);

const length = 8_000;
/** What is repeated: whatever expressions of texts, addresses and names are about, and what each expression itself contains. */
const characters = [...'aZ0 \t\n,;.:-_/\\=@"\'([{<>&%+*#|!é字\u0301'];
const ends = ['', '\0', 'b', '@'];

it('every regular expression takes twice the time for twice the text', () => {
  const expressions = files.flatMap(expressionsOf);
  expect(expressions.length).toBeGreaterThan(150);
  const slow = expressions.filter(([, expression]) => isSlow(expression));
  expect(slow.map(([place, expression]) => `${place}: ${expression}`)).toEqual([]);
});

function expressionsOf(file: string): [place: string, expression: RegExp][] {
  const source = readFileSync(join(project, file), 'utf8');
  const found: [string, RegExp][] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = source.slice(0, node.start).split('\n').length;
      found.push([`${file}:${line}`, new RegExp(node.regex.pattern, node.regex.flags)]);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** Tries texts that begin as the expression does, repeat one character, and end with something else. */
function isSlow(expression: RegExp): boolean {
  const { source } = expression;
  if (!/[+*]|,\}/.test(source)) return false;
  const [beginning = ''] = /^(?:[\w :;<"']|\\[/.])*/.exec(source.replace(/^\^/, '')) ?? [];
  const beginnings = new Set(['', beginning.replaceAll('\\', '')]);
  return [...new Set([...characters, ...source])].some((character) =>
    [...beginnings].some((start) =>
      ends.some((end) => {
        const read = (count: number) =>
          (start + character.repeat(count) + end).replace(expression, '');
        return cpuGrowth(read, length) > maxGrowth;
      }),
    ),
  );
}
