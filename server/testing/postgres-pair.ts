import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '../database/connection.ts';
import { type Binaries, locateBinaries } from '../database/embedded/binaries.ts';
import {
  chooseProcessUser,
  type ProcessUser,
  spawnOptions,
} from '../database/embedded/process-user.ts';
import { chooseTcp } from '../database/embedded/transport.ts';
import { quietLog } from './quiet-log.ts';

/** One server of the pair. */
export interface PostgresServer {
  /** Its address alone. */
  url: string;
  start(): Promise<void>;
  /** `fast` ends all connections and writes everything to disk; `crash` kills every process of the server together. */
  stop(how: 'fast' | 'crash'): Promise<void>;
  /** Kills the process of one connection of the shop. PostgreSQL then ends all others and recovers. */
  killBackend(): Promise<void>;
  /** Stops all its processes where they are: connections stay open, without an answer. */
  freeze(): Promise<void>;
  /** Lets them go on. */
  thaw(): void;
}

export interface PostgresPair {
  primary: PostgresServer;
  standby: PostgresServer;
  /** The address with both servers, as an operator writes it. */
  url: string;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts a PostgreSQL and its streaming standby in a temporary folder, each on a port of 127.0.0.1. A commit returns when
 * the standby has stored it too (`synchronous_standby_names`), so a promoted standby has all that was acknowledged.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-postgres-pair-'));
  await chmod(folder, 0o755);
  const [primaryPath, standbyPath] = [join(folder, 'primary'), join(folder, 'standby')];
  const user = await chooseProcessUser(primaryPath);
  const copyFolder = join(folder, 'binaries');
  const binaries = await locateBinaries({ user, copyFolder, log: quietLog });
  await makeFolder(primaryPath, user);
  const auth = ['--username=reprise', '--auth=trust', '--no-instructions', '--no-sync'];
  const format = ['--encoding=UTF8', '--locale=C'];
  await promisify(execFile)(
    binaries.initdb,
    ['-D', primaryPath, ...auth, ...format],
    spawnOptions(user),
  );
  // A copy of a server that is stopped is a base backup, for which the npm packages have no program.
  await cp(primaryPath, standbyPath, { recursive: true });
  await promisify(execFile)('chmod', ['700', standbyPath]);
  if (user) await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, standbyPath]);

  const primary = await createServer({ path: primaryPath, binaries, user });
  await primary.start();
  const standby = await createServer({
    path: standbyPath,
    binaries,
    user,
    settings: { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=reprise` },
  });
  await writeFile(join(standbyPath, 'standby.signal'), '');
  await standby.start();
  await run(primary, async ({ sql }) => {
    await sql`alter system set synchronous_standby_names = '*'`;
    await sql`select pg_reload_conf()`;
  });
  return {
    primary,
    standby,
    url: `postgres://reprise@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`,
    promote: () => run(standby, async ({ sql }) => void (await sql`select pg_promote()`)),
    async remove() {
      await Promise.all([primary.stop('crash'), standby.stop('crash')]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface ServerOptions {
  path: string;
  binaries: Binaries;
  user: ProcessUser | undefined;
  settings?: Record<string, string>;
}

async function createServer({ path, binaries, user, settings = {} }: ServerOptions) {
  const { port } = await chooseTcp();
  const url = `postgres://reprise@127.0.0.1:${port}/postgres`;
  const all = { ...serverSettings, ...settings, port: String(port) };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let postmaster: ChildProcess | undefined;
  let frozen: number[] = [];

  const isReady = () =>
    openDatabase({ url, poolSize: 1 }, quietLog).then(
      ({ close }) => close().then(() => true),
      () => false,
    );
  const pids = () =>
    run({ url }, async ({ sql }) => {
      const rows = await sql<{ pid: number; isOfShop: boolean }[]>`
        select pid, application_name = 'reprise' and pid <> pg_backend_pid() as "isOfShop"
        from pg_stat_activity`;
      return rows;
    });

  const server = {
    url,
    port,
    async start() {
      const output = await open(`${path}.log`, 'a');
      postmaster = spawn(binaries.postgres, ['-D', path, ...options], {
        ...spawnOptions(user),
        stdio: ['ignore', output.fd, output.fd],
      });
      await output.close();
      while (postmaster.exitCode === null && !(await isReady())) await pause(50);
      if (postmaster.exitCode !== null) throw new Error(`PostgreSQL ended; see ${path}.log`);
    },
    async stop(how: 'fast' | 'crash') {
      if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return;
      const closed = once(postmaster, 'exit');
      // After SIGQUIT PostgreSQL ends its processes without writing anything.
      postmaster.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      server.thaw();
      await closed;
    },
    async killBackend() {
      const [victim] = (await pids()).filter(({ isOfShop }) => isOfShop);
      if (!victim) throw new Error('The shop has no connection');
      process.kill(victim.pid, 'SIGKILL');
    },
    async freeze() {
      const processes = await pids();
      frozen = [Number(postmaster?.pid), ...processes.map(({ pid }) => pid)];
      for (const pid of frozen) signal(pid, 'SIGSTOP');
    },
    thaw() {
      for (const pid of frozen) signal(pid, 'SIGCONT');
    },
  };
  return server;
}

/** Nothing survives the machine here, so nothing has to reach the disk: the tests kill processes only. */
const serverSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  hot_standby: 'on',
  wal_level: 'replica',
  wal_retrieve_retry_interval: '100ms',
  shared_buffers: '64MB',
  max_connections: '100',
  logging_collector: 'off',
};

async function makeFolder(path: string, user: ProcessUser | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (user) await chown(path, user.uid, user.gid);
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The connection that has asked for the list is closed by now.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function run<T>({ url }: { url: string }, work: (database: Database) => Promise<T>) {
  const database = await openDatabase(
    { url: `${url}?application_name=test`, poolSize: 1 },
    quietLog,
  );
  return work(database).finally(database.close);
}
