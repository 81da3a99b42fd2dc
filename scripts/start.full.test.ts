import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

const sources = ['contract', 'server', 'web', 'demo', 'scripts', 'texts'];
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];

/** A copy of the project that was never built, with its packages, in a folder whose name has spaces. */
let project: string;
const timeoutMs = 240_000;
vi.setConfig({ testTimeout: timeoutMs });

const children = new Set<ChildProcess>();

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'a shop with spaces '));
  for (const name of [...sources, ...settings, 'lingui.config.mjs', 'vite.config.ts']) {
    cpSync(name, join(project, name), { recursive: true });
  }
  const packages = join(project, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync('node_modules').filter((name) => !name.startsWith('.'))) {
    symlinkSync(resolve('node_modules', name), join(packages, name));
  }
  // This is the state in which npm leaves it after an install.
  writeFileSync(join(packages, '.package-lock.json'), '');
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('the shop is built and opened at the first start, and only opened at the second', async () => {
  const first = start();
  const url = await first.url();
  expect(first.output()).toContain('Building the pages');
  expect(first.output()).not.toContain('Installing');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');

  const samePort = start({ PORT: new URL(url).port });
  expect(await samePort.ended).toBe(1);
  expect(samePort.output()).toMatch(/^\s*Port \d+ is taken/);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = start();
  await second.url();
  expect(second.output()).not.toContain('Building');
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

it('a shop that npm run shop:new has written for a country opens with the demo', async () => {
  const place = mkdtempSync(join(tmpdir(), 'reprise-new-'));
  const runs = { DATA_DIR: join(place, 'data'), SHOP_DIR: join(place, 'shop'), DEMO: '1' };
  const flags = ['Snaar', '--language', 'nl,fr', '--country', 'BE', '--currency', 'EUR'];
  const written = start(runs, process.execPath, ['scripts/shop-new.mjs', ...flags]);
  expect(await written.ended, written.output()).toBe(0);
  const shop = start(runs);
  expect(await (await fetch(await shop.url())).text()).toContain('lang="nl"');
  shop.child.kill('SIGINT');
  await shop.ended;
  const launch = start({ ...runs, DEMO: '0' }, process.execPath, ['scripts/launch.mjs']);
  expect(await launch.ended, launch.output()).toBe(1);
  expect(launch.output()).toContain('This database contains the demo catalogue');
  rmSync(place, { recursive: true });
});

it('npm run launch says what is missing before the first start, and beside a shop that runs', async () => {
  const place = mkdtempSync(join(tmpdir(), 'reprise-launch-'));
  writeFileSync(join(place, 'shop.json'), '{"name":"Nordklang","country":"NO"}');
  const runs = { DATA_DIR: join(place, 'data'), SHOP_DIR: place };
  const launch = async () => {
    const program = start(runs, process.execPath, ['scripts/launch.mjs']);
    expect(await program.ended, program.output()).toBe(1);
    return program.output();
  };
  const first = await launch();
  expect(first).toContain('3 of 11 steps are done');
  expect(first).toContain('There is no database yet');
  expect(existsSync(runs.DATA_DIR)).toBe(false);

  const shop = start(runs);
  await shop.url();
  const second = await launch();
  expect(second).toMatch(/done +A name of your own\n(.*\n)+ +MISSING +An admin/);
  expect(second).not.toContain('There is no database yet');
  const doctor = start(runs, process.execPath, ['scripts/doctor.mjs']);
  expect(await doctor.ended, doctor.output()).toBe(1);
  expect(doctor.output()).toMatch(/The shop is Nordklang(.*\n)+.*\d+ faults?, and/);
  shop.child.kill('SIGINT');
  await shop.ended;
  rmSync(place, { recursive: true });
});

it('a backup is restored by a user who can write to DATA_DIR alone, and a shop starts on it', async () => {
  const place = mkdtempSync(join(tmpdir(), 'reprise-drill-'));
  const [data, own, restored] = ['data', 'own', 'restored'].map((name) => join(place, name));
  if (!data || !own || !restored) throw new Error('No folders');
  mkdirSync(own);
  writeFileSync(join(own, 'shop.json'), '{"name":"Nordklang"}');
  const runs = { DATA_DIR: data, SHOP_DIR: own };
  const shop = start(runs);
  await shop.url();
  const backup = join(place, 'backup');
  const backedUp = start(runs, process.execPath, ['scripts/backup.mjs', 'backup', backup]);
  expect(await backedUp.ended, backedUp.output()).toBe(0);
  const verify = ['scripts/backup.mjs', 'backup', '--verify', backup];
  const verified = start({}, process.execPath, verify);
  expect(await verified.ended, verified.output()).toBe(0);
  shop.child.kill('SIGINT');
  await shop.ended;

  // As root has set the program up, and another user tries the backup.
  // Not DATA_DIR, where PostgreSQL wants its own permissions.
  const program = readdirSync(project).filter((name) => name !== 'data');
  const setModes = (modes: string) => {
    execFileSync('chmod', ['-R', modes, ...program], { cwd: project });
    execFileSync('chmod', [modes, project]);
  };
  setModes('a+rX,a-w');
  const user = unprivilegedUser();
  mkdirSync(restored);
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, place]);
  const before = filesOf(project);
  try {
    const restore = ['scripts/backup.mjs', 'restore', backup];
    const drill = start({ DATA_DIR: restored, HOME: place }, process.execPath, restore, user);
    expect(await drill.ended, drill.output()).toBe(0);
    const [, shopFolder] = /start with SHOP_DIR=(\S+)\./.exec(drill.output()) ?? [];
    expect(shopFolder).toBe(join(restored, 'shop'));
    const again = start(
      { DATA_DIR: restored, SHOP_DIR: shopFolder, HOME: place },
      process.execPath,
      ['scripts/start.mjs'],
      user,
    );
    expect(await (await fetch(await again.url())).text()).toContain('Nordklang');
    again.child.kill('SIGINT');
    expect(await again.ended, again.output()).toBe(0);
    expect(filesOf(project)).toEqual(before);
  } finally {
    setModes('u+w');
  }
  rmSync(place, { recursive: true });
});

it('a server that got SIGTERM answers requests as not ready until DRAIN_SECONDS are over', async () => {
  const started = start({ DRAIN_SECONDS: '600' });
  const url = await started.url();
  const status = async (path: string) => (await fetch(url + path)).status;
  expect(await status('/readyz')).toBe(200);
  started.child.kill('SIGTERM');
  await expect.poll(() => status('/readyz'), { timeout: timeoutMs }).toBe(503);
  expect(await status('/healthz')).toBe(200);
  expect(await status('/api/products?status=advertise')).toBe(200);
  expect((await fetch(url)).headers.get('connection')).toBe('close');
  // Another signal ends the wait.
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);

  const soon = start({ DRAIN_SECONDS: '1' });
  await soon.url();
  soon.child.kill('SIGTERM');
  expect(await soon.ended).toBe(0);
  expect(soon.output()).toContain('Reprise is closed');
});

it('the server stops with npm when the shell between them passes no signal on', async () => {
  const started = start({ npm_lifecycle_event: 'start' }, 'sh', [
    '-c',
    'node scripts/start.mjs; exit $?',
  ]);
  await started.url();
  started.child.kill('SIGTERM');
  await started.ended;
  expect(started.output()).toContain('Reprise is closed');
});

it.each([
  { signal: 'SIGINT', by: 'npm', npm: { npm_lifecycle_event: 'start' } },
  { signal: 'SIGTERM', by: 'node', npm: {} },
] as const)(
  '$signal ends a start by $by at any moment, and leaves no PostgreSQL',
  async ({ signal, npm }) => {
    const moments = {
      'the program is loaded': () => true,
      'the database is made': () => existsSync(join(data, 'postgres/cluster.unfinished')),
      'PostgreSQL starts': () => existsSync(join(data, 'postgres/cluster/postmaster.pid')),
    };
    const data = mkdtempSync(join(tmpdir(), 'reprise-interrupted-'));
    for (const [moment, isReached] of Object.entries(moments)) {
      const started = start({ DATA_DIR: data, ...npm });
      await vi.waitUntil(() => isReached() || started.child.exitCode !== null, {
        timeout: timeoutMs,
        interval: 5,
      });
      started.child.kill(signal);
      await started.ended;
      // While a build is interrupted, npm's way: 128 and the number of the signal.
      const { signalCode, exitCode } = started.child;
      const endedBy = signalCode ?? (exitCode ?? 0) - 128;
      expect([signal, constants.signals[signal]], moment).toContain(endedBy);
      expect(started.output()).not.toContain('is open at');
      await vi.waitUntil(() => !runsPostgres(data), { timeout: timeoutMs });
    }
    const whole = start({ DATA_DIR: data });
    await whole.url();
    whole.child.kill('SIGINT');
    expect(await whole.ended).toBe(0);
    rmSync(data, { recursive: true });
  },
);

/** Whether a process of PostgreSQL names this folder, or has it as its working directory. */
function runsPostgres(data: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return words.includes(data) || readlinkSync(`/proc/${pid}/cwd`).startsWith(data);
    } catch {
      return false;
    }
  });
}

it('a server in production prints only lines of JSON, even when it cannot start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'reprise-production-'));
  const live = { NODE_ENV: 'production', CARDS: 'sandbox', DATA_DIR: data, DRAIN_SECONDS: '0' };
  const built = start();
  await built.url();
  built.child.kill('SIGINT');
  await built.ended;
  const started = start(live);
  const url = await started.url();
  await fetch(`${url}/api/nothing`);
  const second = start({ ...live, PORT: new URL(url).port });
  expect(await second.ended).toBe(1);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  const linesOf = (output: string) =>
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const told = linesOf(started.output()).map(({ msg }) => msg);
  expect(told).toContain(`Reprise is open at ${url} in production`);
  expect(told).toContain('request');
  expect(told.at(-1)).toBe('Reprise is closed.');
  expect(linesOf(second.output())).toMatchObject([
    { level: 60, msg: expect.stringMatching(/is taken/), remedy: expect.stringContaining('PORT') },
  ]);
  rmSync(data, { recursive: true });
});

it('the start reads .env and prints its faults without a stack trace', async () => {
  writeFileSync(join(project, '.env'), 'BOOKING_HOLD_HOURS=soon\n');
  const started = start();
  expect(await started.ended).toBe(1);
  expect(started.output()).toContain('BOOKING_HOLD_HOURS must be a whole number');
  expect(started.output()).not.toContain('    at ');
});

/** The user `nobody` where root runs the tests and that user can read the project's packages; otherwise who runs them. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  const nobody = { uid: 65_534, gid: 65_534 };
  if (process.getuid?.() !== 0) return undefined;
  const read = ['--eval', 'import("vite")'];
  const { status } = spawnSync(process.execPath, read, { cwd: project, ...nobody });
  return status === 0 ? nobody : undefined;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

function start(
  env = {},
  program = process.execPath,
  args = ['scripts/start.mjs'],
  user: { uid: number; gid: number } | undefined = undefined,
) {
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH, HOME, PORT: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const findUrl = () => / is open at (\S+)/.exec(output)?.[1] ?? '';
  /** Waits until the server is open. */
  const url = async () => {
    await Promise.race([ended, vi.waitUntil(findUrl, timeoutMs)]);
    expect(output).toContain(' is open at ');
    return findUrl();
  };
  return { child, ended, url, output: () => output };
}
