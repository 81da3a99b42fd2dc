import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from './support/project.mjs';

/**
 * Runs `npm test` on fresh clones of HEAD, beside processes that keep the processor busy, and appends a line for each run
 * to bench/results/suite.md. `node bench/suite.mjs [--runs 5] [--loops 2] [--user nobody]`.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** How many busy processes run beside the tests. */
    loops: { type: 'string', default: '2' },
    /** Runs the tests as this user; only root can. Without it they run as the present user. */
    user: { type: 'string' },
  },
});

const resultFile = join(projectFolder, 'bench/results/suite.md');
const header = `# The whole test suite

Written by \`node bench/suite.mjs\`: each line is one \`npm test\` on a fresh clone, installing the packages included. The clone
of root is below a folder that only root can enter. The load is the mean of the load average during the run: the tests alone
make about 3 on two cores.

| date | commit | user | busy loops | load | seconds | passed | failed |
|---|---|---|---|---|---|---|---|
`;

const account = values.user === undefined ? undefined : accountOf(values.user);
const commit = git('rev-parse', '--short', 'HEAD');
/** @type {import('node:child_process').ChildProcess[]} */
const loops = [];
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
    // npm does not pass the signal on to what it started, so the whole process group gets it.
    if (running?.pid) process.kill(-running.pid, 'SIGTERM');
  });
}

// Only its owner can enter it: mkdtemp makes folders with mode 0700.
const parent = await mkdtemp(join(tmpdir(), 'reprise-suite-'));
try {
  if (account) await chown(parent, account.uid, account.gid);
  else await chmod(parent, 0o700);
  for (let loop = 0; loop < Number(values.loops); loop += 1) {
    loops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  }
  await writeFile(resultFile, header, { flag: 'wx' }).catch(ignoreExisting);
  for (let run = 1; run <= Number(values.runs) && !isInterrupted; run += 1) {
    const { seconds, load, passed, failed, output } = await testClone(join(parent, `run-${run}`));
    if (isInterrupted) break;
    const user = values.user ?? (process.getuid?.() === 0 ? 'root' : process.env.USER);
    const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
    const cells = [date, commit, user, values.loops, load, seconds, passed, failed];
    await appendFile(resultFile, `| ${cells.join(' | ')} |\n`);
    process.stdout.write(`run ${run}: ${seconds} s, ${passed} passed, ${failed} failed\n`);
    if (failed !== 0) {
      process.stdout.write(`${output}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
  await rm(parent, { recursive: true, force: true });
}

/**
 * Clones HEAD into the folder, runs `npm test` there, and deletes the folder.
 * @param {string} folder
 */
async function testClone(folder) {
  git('clone', '--quiet', '--no-local', projectFolder, folder);
  git('-C', folder, 'checkout', '--quiet', commit);
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  const startedAt = performance.now();
  /** @type {number[]} */
  const loads = [];
  const sampler = setInterval(() => loads.push(loadavg()[0] ?? 0), 10_000);
  running = spawn('npm', ['test'], {
    cwd: folder,
    // npm keeps its cache in the home folder, which an account like `nobody` does not have.
    env: account ? { ...process.env, HOME: parent } : process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    ...account,
  });
  let output = '';
  running.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await once(running, 'close');
  clearInterval(sampler);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  await rm(folder, { recursive: true, force: true });
  // A run that ended without its last line has failed, whatever it passed before.
  const load = (loads.reduce((sum, one) => sum + one, 0) / Math.max(1, loads.length)).toFixed(1);
  return { seconds, load, passed: Number(passed ?? 0), failed: Number(failed ?? 1), output };
}

/** @param {string} name */
function accountOf(name) {
  if (process.getuid?.() !== 0) throw new Error('Only root can run the tests as another user');
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' }).trim();
}

/** @param {NodeJS.ErrnoException} error */
function ignoreExisting(error) {
  if (error.code !== 'EEXIST') throw error;
}
