import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface PayingShop {
  url: string;
  /** Ends it at once, as a power cut would. @throws Error when it has ended by itself before */
  kill(): Promise<void>;
}

/** A program of this folder, made into JavaScript that any supported Node runs, to be started and killed at will. */
export async function buildPayingShop(program: 'paying-shop' | 'whole-shop'): Promise<{
  start(words: string[]): Promise<PayingShop>;
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
    start: (words) => start([join(folder, `${program}.js`), ...words]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function start(words: string[]): Promise<PayingShop> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  const closed = once(child, 'close');
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const [first] = await Promise.race([once(createInterface(child.stdout), 'line'), closed]);
  if (typeof first !== 'string') throw new Error(complaints.join('\n'));
  return {
    url: first,
    async kill() {
      const hasFailed = child.exitCode !== null;
      child.kill('SIGKILL');
      await closed;
      if (hasFailed) throw new Error(`The shop ended by itself:\n${complaints.join('\n')}`);
    },
  };
}
