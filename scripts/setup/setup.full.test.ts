import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const fakeBuild = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  appendFileSync('builds.log', 'Building');
  console.log('Building');
  for (const name of ['web/index.html', 'ssr/entry-server.js', 'server/main.js']) {
    mkdirSync('dist/' + name.split('/')[0], { recursive: true });
    writeFileSync('dist/' + name, '');
    if (process.env.FAIL) throw new Error('web/main.tsx: syntax error');
    await new Promise((resolve) => setTimeout(resolve, process.env.SLOW ? 2_000 : 100));
  }`;
const start = "import { buildIfChanged } from './setup/build.mjs'; await buildIfChanged();";
const manifest = { name: 'shop', version: '1.0.0', dependencies: { vite: 'file:vite' } };
const packages = { '': manifest, vite: {}, 'node_modules/vite': { resolved: 'vite', link: true } };
const files = {
  'contract/shop/page.ts': 'contract',
  'demo/seed.ts': 'demo',
  'server/main.ts': 'server',
  'texts/de.po': 'texts',
  'lingui.config.mjs': '',
  'web/main.tsx': 'page',
  'scripts/build/build-all.mjs': fakeBuild,
  'scripts/start.mjs': start,
  'tsconfig.base.json': '{}',
  'tsconfig.json': '{}',
  'vite.config.ts': '',
  'vite/package.json': JSON.stringify({ name: 'vite', version: '1.0.0' }),
  'package.json': JSON.stringify(manifest),
  'package-lock.json': JSON.stringify({ ...manifest, lockfileVersion: 3, packages }),
};

/** A project with the real scripts, a package for which npm needs no network, and a build that writes three files. */
let project: string;

beforeEach(() => {
  project = fs.mkdtempSync(join(tmpdir(), 'reprise setup '));
  for (const name of ['setup', 'install.mjs', 'build.mjs']) {
    fs.cpSync(join('scripts', name), join(project, 'scripts', name), { recursive: true });
  }
  for (const [path, content] of Object.entries(files)) write(path, content);
});
afterEach(() => fs.rmSync(project, { recursive: true }));

it('packages are installed in a fresh clone, and again only when they have to be', async () => {
  const first = await run('install');
  expect(first.output).toMatch(/Installing packages\s+added 1 package/);
  expect(await run('install')).toEqual({ status: 0, output: '' });
  const changes = {
    lockFile: () => write('package-lock.json', `${read('package-lock.json')}\n`),
    platform: () => write('node_modules/.reprise-packages', 'darwin'),
    withoutDevelopment: () => fs.rmSync(join(project, 'node_modules/vite')),
  };
  for (const [name, change] of Object.entries(changes)) {
    change();
    expect((await run('install')).output, name).toContain('added 1 package');
  }
  execFileSync('npm', ['ci'], { cwd: project, stdio: 'ignore' });
  expect(await run('install')).toEqual({ status: 0, output: '' });
});

it('an install that was interrupted is repeated', async () => {
  expect((await run('install', { stopAt: 'Installing' })).status).toBe(143);
  expect((await run('install')).output).toContain('added 1 package');
});

it('an install that fails ends with the message and the status of npm', async () => {
  write('package.json', JSON.stringify({ dependencies: { vite: '7.0.0' } }));
  const { status, output } = await run('install');
  expect(status).toBe(1);
  expect(output).toContain('npm error `npm ci` can only install packages when');
});

it('nothing is installed through a link, because npm would empty the folder behind it', async () => {
  write('other/precious.txt', '');
  fs.symlinkSync(join(project, 'other'), join(project, 'node_modules'));
  const { status, output } = await run('install');
  expect(status).toBe(1);
  expect(output).toContain('node_modules is a link');
  expect(fs.readdirSync(join(project, 'other'))).toEqual(['precious.txt']);
});

it('two starts at the same time install and build once', async () => {
  const starts = await Promise.all([run('start'), run('start')]);
  expect(starts.map(({ status }) => status)).toEqual([0, 0]);
  const printed = starts.map(({ output }) => output).join('');
  expect(printed.match(/Installing|Building/g)).toEqual(['Installing', 'Building']);
});

it('a start takes over the lock of a process that was killed', async () => {
  write('.setup.lock', '');
  fs.utimesSync(join(project, '.setup.lock'), 1, 1);
  expect((await run('start')).output).toContain('Building');
  expect(fs.existsSync(join(project, '.setup.lock'))).toBe(false);
});

it('a build is repeated when its sources change, and only then', async () => {
  await run('start');
  fs.utimesSync(join(project, 'server/main.ts'), 1, 1);
  write('server/users/users.test.ts', 'test');
  write('demo/pictures/violin.webp', 'picture');
  write('server/database/migrations/0001_more.sql', 'create table');
  expect(await run('start')).toEqual({ status: 0, output: '' });
  const changes = {
    changed: () => write('server/main.ts', 'another server'),
    added: () => write('web/home/HomePage.tsx', 'home'),
    removed: () => fs.rmSync(join(project, 'web/main.tsx')),
    builtOtherwise: () => write('scripts/build/build-all.mjs', `${fakeBuild}\n`),
    incomplete: () => fs.rmSync(join(project, 'dist/ssr/entry-server.js')),
  };
  for (const [name, change] of Object.entries(changes)) {
    change();
    expect((await run('start')).output, name).toBe('Building\n');
  }
  expect((await run('start')).output).toBe('');
  expect((await run('build')).output).toBe('Building\n');
});

it('a build that fails ends with its own message, and is repeated', async () => {
  const failed = await run('start', { env: { FAIL: '1' } });
  expect(failed.status).toBe(1);
  expect(failed.output).toContain('web/main.tsx: syntax error');
  expect(await run('start')).toEqual({ status: 0, output: 'Building\n' });
});

it('a build that was interrupted is repeated', async () => {
  expect((await run('start', { stopAt: 'Building', env: { SLOW: '1' } })).status).toBe(143);
  expect(await run('start')).toEqual({ status: 0, output: 'Building\n' });
});

function write(path: string, content: string): void {
  fs.mkdirSync(dirname(join(project, path)), { recursive: true });
  fs.writeFileSync(join(project, path), content);
}

function read(path: string): string {
  return fs.readFileSync(join(project, path), 'utf8');
}

interface RunOptions {
  env?: Record<string, string>;
  /** Sends SIGTERM once this is printed. */
  stopAt?: string;
}

/** Runs one of the scripts to its end. */
async function run(script: string, { env = {}, stopAt }: RunOptions = {}) {
  const child = spawn(process.execPath, [`scripts/${script}.mjs`], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (stopAt && output.includes(stopAt)) child.kill('SIGTERM');
    });
  }
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, output };
}
