import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { calls } from './calls.ts';
import { messages } from './messages.ts';

const page = await readFile(new URL('../docs/conformance.md', import.meta.url), 'utf8');

/** The texts of the contract; where a name stands in one, `{name}` is put in its place. */
function textsIn(part: object): string[] {
  return Object.values(part).flatMap((text) => {
    if (typeof text === 'function') return [text('{name}')];
    return typeof text === 'string' ? [text] : textsIn(text);
  });
}

it.each([...new Set(textsIn(messages))])('the page of conformance quotes “%s”', (text) => {
  expect(page).toContain(`'${text}'`);
});

it.each(Object.entries(calls))(
  'the page of conformance has the call %s',
  (name, { method, path }) => {
    expect(page).toContain(`\`${name}\``);
    expect(page).toMatch(new RegExp(`\`${method} ${escaped(path)}[\`?]`));
  },
);

function escaped(text: string): string {
  return text.replaceAll(/[{}]/g, '\\$&');
}
