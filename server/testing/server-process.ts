import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { endWithParent } from './end-with-parent.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerProcess {
  url: string;
  /** Whether the process that was started runs still. */
  isRunning(): boolean;
  /** What it has printed but for its URL. */
  lines: readonly string[];
  /** Sends a signal and waits for its end. @returns the exit code; null when a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Resolves with its exit code when it ends by itself. */
  ended: Promise<number | null>;
  /** Kills it with SIGKILL. @throws Error when it had already exited */
  kill(): Promise<void>;
}

/** Builds a program of this folder to JavaScript, for tests that start and kill it. */
export async function buildServerProcess(program: 'shop-process' | 'test-run-process'): Promise<{
  /** @param through a command that runs the program, for example on another host */
  start(args: string[], through?: readonly string[]): Promise<ServerProcess>;
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-paying-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    build: { ssr: `server/testing/${program}.ts`, outDir: folder, emptyOutDir: false },
  });
  return {
    start: (args, through = []) =>
      startServerProgram([
        ...through,
        process.execPath,
        ...endWithParent,
        join(folder, `${program}.js`),
        ...args,
      ]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Starts a program that was built, and waits until it has printed its URL. */
export async function startServerProgram([
  command = '',
  ...args
]: string[]): Promise<ServerProcess> {
  const child = spawn(command, args, { stdio: 'pipe' });
  const lines: string[] = [];
  const closed = once(child, 'close');
  const ended = closed.then(([code]) => code as number | null);
  createInterface(child.stderr).on('line', (line) => lines.push(line));
  const listening = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('http')) resolve(line);
      else lines.push(line);
    });
  });
  const url = await Promise.race([listening, closed]);
  if (typeof url !== 'string') throw new Error(lines.join('\n'));
  return {
    url,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    lines,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    async kill() {
      const hasExited = child.exitCode !== null;
      child.kill('SIGKILL');
      await closed;
      if (hasExited) throw new Error(`The server exited by itself:\n${lines.join('\n')}`);
    },
  };
}
