import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const startTimeoutMs = 60_000;

export interface RunningProcess {
  /** Everything that it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a program in a process group of its own, so that what it starts ends with it. */
export function startProcess(
  path: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): RunningProcess {
  const child = spawn(path, args, {
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.on('error', (error) => {
    output += error.message;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { output: () => output, stop: () => stopGroup(child) };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already, and so has everything that it started.
    return;
  }
  await closed;
}

/** Asks until there is an answer. What it prints tells why there is none. */
export async function waitForStart<Answer>(
  what: string,
  { output }: RunningProcess,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await wait(50)) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  throw new Error(`${what} did not start. It printed:\n${output()}`);
}

/** An empty folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'reprise-browser-'));
  // A browser that was just stopped may still be writing.
  const options = { recursive: true, force: true, maxRetries: 10 };
  return { path, remove: () => rm(path, options) };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
