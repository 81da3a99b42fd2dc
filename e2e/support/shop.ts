import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const startTimeoutMs = 120_000;
const stopTimeoutMs = 15_000;

/** Signs the access tokens of the shops that tests start. */
export const tokenSecret = 'only-for-tests-and-known-to-everybody';

export interface Shop {
  /** Where it is open, without a slash at the end. */
  url: string;
  /** The folder where it keeps its files, mails among them. */
  dataDir: string;
  /** All that it printed so far. */
  printed(): string;
  /** Asks it to stop as an operator would. Throws when it does not end well and in time. */
  stop(): Promise<void>;
}

/**
 * Starts the built shop as people do, with the demo catalogue, in a data folder of its own that goes when it stops.
 * @param settings added to the environment; nothing of this machine's own settings reaches the shop
 */
export async function startShop(settings: Record<string, string>): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-shop-'));
  const child = spawn(process.execPath, [join(project, 'dist/server/main.js')], {
    cwd: dataDir,
    env: {
      ...surroundings(),
      PORT: '0',
      DEMO: '1',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      TOKEN_SECRET: tokenSecret,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = async () => {
    await endOf(child, ended, () => output);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await openAddress(() => output, ended);
    await readiness(url, ended);
    return { url, dataDir, printed: () => output, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`The shop did not open. It printed:\n${output}`, { cause: error });
  }
}

/** What a program needs of its surroundings to run at all. */
function surroundings(): Record<string, string> {
  const names = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'LANG', 'TZ', 'SYSTEMROOT'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function openAddress(printed: () => string, ended: Promise<number | null>): Promise<string> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await wait(50)) {
    const url = /Reprise is open at (http:\/\/\S+)/.exec(printed())?.[1];
    if (url) return url.replace(/\/$/, '');
    if (hasEnded) throw new Error('It ended');
  }
  throw new Error(`It did not say where it is open within ${startTimeoutMs / 1_000} s`);
}

async function readiness(url: string, ended: Promise<number | null>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await wait(100)) {
    if (hasEnded) throw new Error('It ended');
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`It was not ready within ${startTimeoutMs / 1_000} s`);
}

async function endOf(child: ChildProcess, ended: Promise<number | null>, printed: () => string) {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const status = await Promise.race([ended, wait(stopTimeoutMs, 'late' as const, { ref: false })]);
  if (status === 0) return;
  child.kill('SIGKILL');
  const how =
    status === 'late' ? `was still there after ${stopTimeoutMs / 1_000} s` : `ended with ${status}`;
  throw new Error(`Asked to stop, the shop ${how}. It printed:\n${printed()}`);
}
