import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerProcess {
  url: string;
  /** Kills it with SIGKILL. @throws Error when it had already exited */
  kill(): Promise<void>;
}

/** Builds a program of this folder to JavaScript, for tests that start and kill it. */
export async function buildServerProcess(program: 'payments-process' | 'shop-process'): Promise<{
  start(args: string[]): Promise<ServerProcess>;
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
    start: (args) => start([join(folder, `${program}.js`), ...args]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function start(args: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const errorLines: string[] = [];
  const closed = once(child, 'close');
  createInterface(child.stderr).on('line', (line) => errorLines.push(line));
  const [first] = await Promise.race([once(createInterface(child.stdout), 'line'), closed]);
  if (typeof first !== 'string') throw new Error(errorLines.join('\n'));
  return {
    url: first,
    async kill() {
      const hasExited = child.exitCode !== null;
      child.kill('SIGKILL');
      await closed;
      if (hasExited) throw new Error(`The server exited by itself:\n${errorLines.join('\n')}`);
    },
  };
}
