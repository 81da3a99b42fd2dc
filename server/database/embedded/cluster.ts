import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../../core/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { faultFromOutput, requireFreeSpace } from './faults.ts';
import { type FolderAccess, withFolderAccess } from './folder-access.ts';
import { type ProcessUser, spawnOptions } from './process-user.ts';
import { rememberUntilExit } from './started-processes.ts';
import { SHOP } from './transport.ts';

type ClusterWanted = { folder: string; binaries: Binaries; user: ProcessUser | undefined };

const PASSWORD_FILE = 'reprise-password';

/** The place of the cluster inside the database folder. */
export function clusterFolder(folder: string): string {
  return join(folder, 'cluster');
}

/**
 * Creates the cluster with the shop's role and database, unless it exists. It is created under another name and renamed when
 * it is complete, so that an interrupted start leaves no partial cluster.
 * @returns the role's password
 * @throws StartupError when the disk is full or another major version of PostgreSQL created the cluster
 */
export async function prepareCluster(wanted: ClusterWanted): Promise<string> {
  const cluster = clusterFolder(wanted.folder);
  const madeBy = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (madeBy === undefined) return createCluster(wanted, cluster);
  if (Number(madeBy) !== wanted.binaries.major) {
    throw new StartupError(
      `The database in ${cluster} was made by PostgreSQL ${madeBy.trim()}; this release contains ${wanted.binaries.major}.`,
      'Export it with the release that made it and import it here, or go back to that release.',
    );
  }
  return readPassword(cluster);
}

/** The password of the shop's role. */
export async function readPassword(cluster: string): Promise<string> {
  const path = join(cluster, PASSWORD_FILE);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw new StartupError(
      `The password of the embedded database cannot be read from ${path}.`,
      'Restore that file from a backup of the data folder.',
      { cause },
    );
  }
}

async function createCluster({ folder, binaries, user }: ClusterWanted, cluster: string) {
  await requireFreeSpace(folder);
  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (user) await chown(unfinished, user.uid, user.gid);
  const password = randomBytes(32).toString('hex');
  await withFolderAccess(unfinished, user, async (access) => {
    await run(binaries.initdb, initdbOptions(access), { user, access, folder, input: '' });
    await writeOwned(join(unfinished, PASSWORD_FILE), `${password}\n`, user);
    await writeOwned(join(unfinished, 'pg_hba.conf'), PG_HBA, user);
    // Single-user mode needs no connection, so the superuser needs no password and cannot log in.
    const options = ['--single', '-D', access.path, 'postgres'];
    await run(binaries.postgres, options, { user, access, folder, input: firstCommands(password) });
  });
  await rename(unfinished, cluster);
  await syncFolder(folder);
  return password;
}

/** PostgreSQL's builtin collation sorts by code point, so an update of the system's C library cannot break an index. */
function initdbOptions({ path }: FolderAccess): string[] {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['--username=postgres', '--auth=reject'];
  return ['-D', path, '--encoding=UTF8', ...locale, ...auth, '--no-instructions'];
}

const PG_HBA = `# Written by the server. Only the shop's own role may connect, and only with its password.
local all ${SHOP} scram-sha-256
host all ${SHOP} 127.0.0.1/32 scram-sha-256
`;

function firstCommands(password: string): string {
  return [
    `create role ${SHOP} login createdb password '${password}'`,
    `create database ${SHOP} owner ${SHOP}`,
    '',
  ].join('\n');
}

type Run = { user: ProcessUser | undefined; access: FolderAccess; folder: string; input: string };

async function run(program: string, options: string[], { user, access, folder, input }: Run) {
  const child = spawn(program, options, {
    ...spawnOptions(user),
    stdio: ['pipe', 'pipe', 'pipe', ...access.inherit],
  });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error(`${program} was started without its pipes`);
  const exited = once(child, 'exit');
  if (child.pid !== undefined) rememberUntilExit(child.pid, exited);
  stdin.on('error', () => undefined); // A program that has failed reads no more; its exit status reports it.
  stdin.end(input);
  const [[status], shown, complaints] = await Promise.all([exited, text(stdout), text(stderr)]);
  // Single-user mode exits with 0 even if its commands fail.
  const failed = status !== 0 || /^.*\b(ERROR|FATAL|PANIC):/m.test(complaints);
  if (failed) throw faultFromOutput(`${shown}\n${complaints}`, folder);
}

async function writeOwned(path: string, content: string, user: ProcessUser | undefined) {
  await writeFile(path, content, { mode: 0o600, flush: true });
  await chmod(path, 0o600);
  if (user) await chown(path, user.uid, user.gid);
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
