import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentedCommands } from './documented-commands.ts';

/*
 * Every command that README.md and docs/ show is run by a test, which `documented-commands.ts` names, or has a reason there why
 * no test can run it. The table is not believed: the test that it names must say the words that it names.
 */

const project = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
const pages = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions'))
    .map((file) => join('docs', file)),
];
const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts;

interface Command {
  page: string;
  command: string;
}

/** Examples for the shell, one command each, without comments; those of docs/api.md are sent by a test of their own. */
const examples: Command[] = pages.flatMap((page) =>
  [...textOf(page).matchAll(/^ *```(?:sh|bash|console|shell)\n(.*?)^ *```/gms)]
    .filter(() => page !== 'docs/api.md')
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .flatMap((line) => line.replace(/(^|\s)#\s.*$/, '').split(' && '))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((command) => ({ page, command })),
);
const setting = /^([A-Z][A-Z0-9_]+)=(\S*)$/;
const commands = examples.filter(({ command }) => !setting.test(command));

it('every command of the documentation has a test that runs it, or a reason why none does', () => {
  expect(commands.length).toBeGreaterThan(40);
  const unknown = commands.filter(
    ({ command }) => !documentedCommands.some((known) => known.command.test(command)),
  );
  expect(unknown, 'Write them into scripts/lint/documented-commands.ts').toEqual([]);
});

it('the table of documented commands names nothing that the documentation does not show', () => {
  const idle = documentedCommands.filter(
    (known) => !commands.some(({ command }) => known.command.test(command)),
  );
  expect(idle.map(({ command }) => command.source)).toEqual([]);
});

it('the tests of documented commands exist, and run what they are named for', () => {
  for (const known of documentedCommands) {
    if ('reason' in known) continue;
    expect(existsSync(join(project, known.test)), known.test).toBe(true);
    expect(textOf(known.test), `${known.test} for ${known.command}`).toContain(known.runs);
  }
});

it('every script of npm that a page or a message of the shop names exists', () => {
  const messages = ['server/doctor', 'scripts/shop-new'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs|md)$/.test(file))
      .map((file) => join(folder, file)),
  );
  const named = [...pages, ...messages].flatMap((page) =>
    [...textOf(page).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, script = '']) => ({
      page,
      script,
    })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
});

it('every program that a command of the documentation starts is in the project', () => {
  const programs = commands.flatMap(({ page, command }) =>
    [...command.matchAll(/\bnode ((?:dist|scripts|bench)\/\S+)/g)].map(([, path = '']) => ({
      page,
      // The build makes a program of each entry of the server.
      path: path.replace(/^dist\/server\/(.+)\.js$/, 'server/$1.ts'),
    })),
  );
  expect(programs.length).toBeGreaterThan(5);
  expect(programs.filter(({ path }) => !existsSync(join(project, path)))).toEqual([]);
});

it('every setting in an example of the documentation is one of the shop', () => {
  const known = new Set(
    [...textOf('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name),
  );
  const named = examples.flatMap(({ page, command }) =>
    [...command.matchAll(/(?:^|\s(?:-[eE] )?)([A-Z][A-Z0-9_]{2,})=/g)].map(([, name = '']) => ({
      page,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !known.has(name) && !ofTests.includes(name))).toEqual([]);
});

/** Settings of `npm run test:…`. */
const ofTests = ['STRIPE_TEST_SECRET_KEY', 'CLUSTER_FAULTS'];
