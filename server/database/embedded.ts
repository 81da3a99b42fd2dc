import { access, chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { locateBinaries } from './embedded/binaries.ts';
import { clusterFolder, prepareCluster, readPassword } from './embedded/cluster.ts';
import { faultFromFiles } from './embedded/faults.ts';
import { lockFolder } from './embedded/lock.ts';
import { limitLogFiles } from './embedded/log-files.ts';
import { isPostmaster, readPidFile } from './embedded/pid-file.ts';
import { chooseProcessUser } from './embedded/process-user.ts';
import { serve } from './embedded/serving.ts';
import { superviseServer } from './embedded/supervisor.ts';
import { chooseTransport, databaseUrl, transportOf } from './embedded/transport.ts';
import type { DatabaseLog } from './log.ts';

export type EmbeddedDatabase = {
  /** The address of the shop's database. Holds its password: never log it. */
  url: string;
  /** Stops PostgreSQL and releases the folder. */
  stop(): Promise<void>;
};

type EmbeddedWanted = {
  dataDir: string;
  log: DatabaseLog;
  /** The platform, such as `linux-x64`. Only a test passes another than that of the machine. */
  platform?: string;
  /** Only the server of a test run passes false: it waits for no disk, and loses commits when the machine goes down. */
  isDurable?: boolean;
};

/**
 * Starts the embedded PostgreSQL in `<dataDir>/postgres`; the first start creates it. A commit is on disk when it returns
 * (fsync). PostgreSQL survives the end of Node, and is restarted when it ends unexpectedly.
 * @throws StartupError when another server uses the folder, the platform has no binaries, the disk is full, or PostgreSQL
 *   does not start
 */
export async function startEmbeddedDatabase(wanted: EmbeddedWanted): Promise<EmbeddedDatabase> {
  const folder = join(resolve(wanted.dataDir), 'postgres');
  try {
    await mkdir(folder, { recursive: true });
    const lock = await lockFolder(folder);
    try {
      return await startLocked(folder, wanted, lock.release);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw faultFromFiles(error, folder);
  }
}

/** Whether a start has made the embedded database in this folder. */
export async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  const cluster = clusterFolder(join(resolve(dataDir), 'postgres'));
  return access(cluster).then(
    () => true,
    () => false,
  );
}

/**
 * The address of the embedded PostgreSQL that a shop is using; it is not stopped or kept from stopping. Holds its password:
 * never log it.
 * @returns undefined when none runs in this folder
 */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const cluster = clusterFolder(join(resolve(dataDir), 'postgres'));
  const pidFile = await readPidFile(cluster);
  if (!pidFile || !(await isPostmaster(pidFile.pid, cluster))) return undefined;
  return databaseUrl(transportOf(pidFile), cluster, await readPassword(cluster));
}

async function startLocked(
  folder: string,
  { log, platform, isDurable = true }: EmbeddedWanted,
  release: () => Promise<void>,
): Promise<EmbeddedDatabase> {
  const path = clusterFolder(folder);
  const user = await chooseProcessUser(path);
  // Only the cluster inside is secret and has its own permissions. PostgreSQL's user must be able to enter this folder.
  if (user) await chmod(folder, 0o755);
  const copyFolder = join(folder, 'binaries');
  const binaries = await locateBinaries({
    user,
    copyFolder,
    log,
    ...(platform !== undefined && { platform }),
  });
  const password = await prepareCluster({ folder, binaries, user });
  const cluster = { path, startLog: join(folder, 'start.log'), binaries, user, isDurable };
  const serving = await serve(cluster, await chooseTransport(path), log);
  const supervisor = superviseServer(cluster, serving, log);
  const logFiles = await limitLogFiles(join(path, 'log'));
  return {
    url: databaseUrl(serving.transport, path, password),
    async stop() {
      logFiles.stop();
      await supervisor.stop();
      await release();
    },
  };
}
