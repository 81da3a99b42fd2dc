import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent } from '../../server/testing/end-with-parent.ts';
import { projectFolder } from './built-project.ts';

const startTimeoutMs = 120_000;
const stopTimeoutMs = 60_000;

/** Signs the access tokens of the servers that tests start. */
export const tokenSecret = 'only-for-tests-and-known-to-everybody';

export interface Server {
  /** Without a slash at the end. */
  url: string;
  /** The folder where it stores its files, mails among them. */
  dataDir: string;
  /** Everything that it printed so far. */
  output(): string;
  /** Stops it as an operator would. Throws when it exits with an error or not in time. */
  stop(): Promise<void>;
}

/**
 * Starts the built server with the demo catalogue, in a data folder of its own that is deleted when it stops. It ends with
 * this process at the latest.
 * @param settings added to the environment; the settings of this machine do not reach the server
 * @param places the folder of the run, and that of the built project
 */
export async function startServer(
  settings: Record<string, string>,
  { folder, project = projectFolder }: { folder: string; project?: string },
): Promise<Server> {
  const dataDir = await mkdtemp(join(folder, 'shop-'));
  const main = join(project, 'dist/server/main.js');
  const child = spawn(process.execPath, [...endWithParent, main], {
    cwd: dataDir,
    env: {
      ...systemEnvironment(),
      PORT: '0',
      DEMO: '1',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      TOKEN_SECRET: tokenSecret,
      ...settings,
    },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = async () => {
    await stopProcess(child, exited, () => output);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await waitUntilReady(() => output, exited);
    return { url, dataDir, output: () => output, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`The server did not start. It printed:\n${output}`, { cause: error });
  }
}

/** The variables that any program needs to run. */
function systemEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'LANG', 'TZ', 'SYSTEMROOT'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Waits until the server has printed its address and reports that it is ready. Returns the address. */
async function waitUntilReady(
  output: () => string,
  exited: Promise<number | null>,
): Promise<string> {
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await wait(50)) {
    if (hasExited) throw new Error('It exited');
    const url = / is open at (http:\/\/\S+)/.exec(output())?.[1]?.replace(/\/$/, '');
    if (url && (await isReady(url))) return url;
  }
  throw new Error(`It was not ready within ${startTimeoutMs / 1_000} s`);
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  return response?.ok === true;
}

async function stopProcess(
  child: ChildProcess,
  exited: Promise<number | null>,
  output: () => string,
): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const status = await Promise.race([
    exited,
    wait(stopTimeoutMs, 'timeout' as const, { ref: false }),
  ]);
  if (status === 0) return;
  child.kill('SIGKILL');
  const outcome =
    status === 'timeout'
      ? `did not exit within ${stopTimeoutMs / 1_000} s`
      : `exited with ${status}`;
  throw new Error(`Told to stop, the server ${outcome}. It printed:\n${output()}`);
}
