import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const needed = [
  ...['contract', 'server', 'web', 'demo', 'scripts'],
  ...['package.json', 'package-lock.json', 'vite.config.ts'],
  ...['tsconfig.json', 'tsconfig.base.json'],
];
const timeoutMs = 120_000;

/** A copy of the project that was never built, in a folder whose name has spaces. */
let copy: string;
const running = new Set<Started>();

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'a shop with spaces '));
  for (const name of needed) await cp(join(project, name), join(copy, name), { recursive: true });
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(async () => {
  for (const started of running) {
    started.child.kill('SIGKILL');
    await started.ended;
  }
  running.clear();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

it('builds, opens, and on the second start opens without building', {
  timeout: timeoutMs,
}, async () => {
  const first = start();
  const url = await first.says(/Reprise is open at (http:\/\/127\.0\.0\.1:\d+)/);
  expect(first.printed()).toContain('Building the pages');
  expect(first.printed()).not.toContain('Installing');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');

  const beside = start({ PORT: new URL(url).port });
  expect(await beside.ended).toBe(1);
  expect(beside.printed()).toMatch(/^\s*Port \d+ is taken/);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = start();
  await second.says(/Reprise is open at (\S+)/);
  expect(second.printed()).not.toContain('Building');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

it('closes when npm is stopped, though the shell in between passes no signal on', {
  timeout: timeoutMs,
}, async () => {
  const started = start({ npm_lifecycle_event: 'start' }, 'sh', [
    '-c',
    '"$NODE" scripts/start.mjs; exit $?',
  ]);
  await started.says(/Reprise is open at/);
  started.child.kill('SIGTERM');
  await started.ended;
  expect(started.printed()).toContain('Reprise is closed');
});

it('reads .env, and says what is wrong in it', { timeout: timeoutMs }, async () => {
  await writeFile(join(copy, '.env'), 'BOOKING_HOLD_HOURS=soon\n');
  const started = start();
  expect(await started.ended).toBe(1);
  expect(started.printed()).toContain('BOOKING_HOLD_HOURS must be a whole number');
  expect(started.printed()).not.toContain('    at ');
  await rm(join(copy, '.env'));
});

it('installs nothing through a link, because that would empty another project', {
  timeout: timeoutMs,
}, async () => {
  const others = await mkdtemp(join(tmpdir(), 'another project '));
  await writeFile(join(others, 'precious.txt'), '');
  await rm(join(copy, 'node_modules'));
  await symlink(others, join(copy, 'node_modules'));
  const started = start();
  expect(await started.ended).toBe(1);
  expect(started.printed()).toContain('node_modules is a link');
  expect(await readdir(others)).toEqual(['precious.txt']);
  await rm(others, { recursive: true });
});

interface Started {
  child: ChildProcess;
  ended: Promise<number | null>;
  printed(): string;
  /** Waits for words and gives what the pattern's group caught. */
  says(words: RegExp): Promise<string>;
}

function start(
  settings: Record<string, string> = {},
  program = process.execPath,
  words = ['scripts/start.mjs'],
): Started {
  const { PATH, HOME } = process.env;
  const child = spawn(program, words, {
    cwd: copy,
    env: { PATH, HOME, NODE: process.execPath, PORT: '0', DEMO: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const hear = (listener: () => void) => {
    child.stdout?.on('data', listener);
    child.stderr?.on('data', listener);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const started: Started = {
    child,
    ended,
    printed: () => output,
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = words.exec(output);
          if (found) resolve(found[1] ?? found[0]);
        };
        hear(look);
        look();
        void ended.then(() => reject(new Error(`It ended without ${words}:\n${output}`)));
      }),
  };
  running.add(started);
  return started;
}
