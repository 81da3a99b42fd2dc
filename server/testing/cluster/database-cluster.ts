import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deployFile, ownByPostgres } from './host-files.ts';
import {
  databaseHosts,
  type HostProcess,
  hosts,
  kill,
  powerOff,
  processesOf,
  startOn,
} from './network.ts';

export type DatabaseHostName = (typeof databaseHosts)[number];

interface Member {
  name: DatabaseHostName;
  role: string;
  state: string;
  timeline?: number;
  /** Bytes, or 'unknown'. */
  lag?: number | string;
}

const waitMs = 240_000;
const closeBytes = 1_000_000;

/** Starts etcd, Patroni and PostgreSQL on three hosts, with the configuration of `deploy/cluster`. */
export async function startDatabaseCluster(folder: string, password: string, binDir: string) {
  const processes = {} as Record<DatabaseHostName, { etcd: HostProcess; patroni: HostProcess }>;
  const dataDir = (host: DatabaseHostName) => join(folder, host, 'postgres');

  async function writeConfig(host: DatabaseHostName): Promise<void> {
    await mkdir(join(folder, host), { recursive: true });
    const config = await deployFile('patroni.yml', [
      [/^name: db1$/gm, `name: ${host}`],
      [/connect_address: 10\.213\.77\.1:/g, `connect_address: ${hosts[host]}:`],
      [/data_dir: .*/g, `data_dir: ${dataDir(host)}`],
      [/bin_dir: .*/g, `bin_dir: ${binDir}`],
      [/pgpass: .*/g, `pgpass: ${join(folder, host, 'pgpass')}`],
      [/unix_socket_directories: .*/g, `unix_socket_directories: ${join(folder, host)}`],
      [/change-me/g, password],
      // Small, because three of them share this machine.
      [/max_connections: 300/g, 'max_connections: 300\n        shared_buffers: 48MB'],
    ]);
    await writeFile(join(folder, host, 'patroni.yml'), config);
  }

  const startEtcd = (host: DatabaseHostName) => startOn(host, folder, etcdCommand(host, folder));
  const startPatroni = (host: DatabaseHostName) =>
    startOn(host, folder, ['patroni', join(folder, host, 'patroni.yml')]);

  const cluster = {
    processes,
    startEtcd,
    startPatroni,

    /** Patroni's view of the cluster, asked of the hosts in turn; empty while none answers. */
    async members(): Promise<Member[]> {
      for (const host of databaseHosts) {
        const members = await ask<{ members: Member[] }>(host, 8008, '/cluster');
        if (members) return members.members;
      }
      return [];
    },

    async primary(): Promise<DatabaseHostName> {
      const primary = (await cluster.members()).find(({ role }) => role === 'leader');
      if (!primary) throw new Error('There is no primary');
      return primary.name;
    },

    async synchronousStandby(): Promise<DatabaseHostName> {
      const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby');
      if (!standby) throw new Error('There is no synchronous standby');
      return standby.name;
    },

    /** Waits for an election that is under way. */
    async etcdLeader(): Promise<DatabaseHostName> {
      for (const end = Date.now() + waitMs; Date.now() < end; await pause(300)) {
        for (const host of databaseHosts) {
          const answer = await ask<{ header: { member_id: string }; leader: string }>(
            ...([host, 2379, '/v3/maintenance/status', '{}'] as const),
          );
          if (answer && answer.header.member_id === answer.leader) return host;
        }
      }
      throw new Error('etcd has no leader');
    },

    /** Asks Patroni for an orderly change of the primary. */
    async switchOver(): Promise<void> {
      const [leader, candidate] = [await cluster.primary(), await cluster.synchronousStandby()];
      const reply = await fetch(`http://${hosts[leader]}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader, candidate }),
      });
      if (!reply.ok) throw new Error(`The switchover was refused: ${await reply.text()}`);
      await reply.body?.cancel();
    },

    /** Kills the first process of the host's PostgreSQL. */
    async killPostgres(host: DatabaseHostName): Promise<void> {
      const file = await readFile(join(dataDir(host), 'postmaster.pid'), 'utf8');
      kill(Number(file.split('\n', 1)[0]));
    },

    /** Stops the processes that send changes to the standbys where they are. */
    async pauseReplication(host: DatabaseHostName): Promise<void> {
      const pids = await processesOf(host);
      const titles = await Promise.all(
        pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
      );
      const senders = pids.filter((_pid, index) => titles[index]?.includes('walsender'));
      if (senders.length < 2) throw new Error(`${host} has ${senders.length} standbys`);
      for (const pid of senders) process.kill(pid, 'SIGSTOP');
    },

    async startHost(host: DatabaseHostName): Promise<void> {
      processes[host] = { etcd: startEtcd(host), patroni: startPatroni(host) };
    },

    powerOff: (host: DatabaseHostName) => powerOff(host),

    /** Waits until there are a primary, a synchronous standby and one more. */
    async untilWhole(): Promise<void> {
      let members: Member[] = [];
      for (const end = Date.now() + waitMs; Date.now() < end; await pause(300)) {
        members = await cluster.members();
        if (isWhole(members)) return;
      }
      throw new Error(`The cluster is not whole: ${JSON.stringify(members)}`);
    },
  };

  for (const host of databaseHosts) await writeConfig(host);
  await ownByPostgres(folder);
  for (const host of databaseHosts) await cluster.startHost(host);
  await cluster.untilWhole();
  return cluster;
}

/** A primary, a synchronous standby and one more, which follow it closely. */
function isWhole(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).sort();
  const [first] = members;
  const follow = ({ role, timeline, lag }: Member) =>
    timeline === first?.timeline && (role === 'leader' || Number(lag) < closeBytes);
  return roles.join() === 'leader,replica,sync_standby' && members.every(follow);
}

function etcdCommand(host: DatabaseHostName, folder: string): string[] {
  const address = hosts[host];
  const members = databaseHosts.map((one) => `${one}=http://${hosts[one]}:2380`).join(',');
  const options = {
    name: host,
    'data-dir': join(folder, host, 'etcd'),
    'listen-client-urls': 'http://0.0.0.0:2379',
    'advertise-client-urls': `http://${address}:2379`,
    'listen-peer-urls': 'http://0.0.0.0:2380',
    'initial-advertise-peer-urls': `http://${address}:2380`,
    'initial-cluster': members,
    'initial-cluster-state': 'new',
    'enable-v2': 'true',
    // This machine has few processors for seven hosts.
    'heartbeat-interval': '250',
    'election-timeout': '2500',
  };
  return ['etcd', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)];
}

/** @returns undefined when the host does not answer */
async function ask<Answer>(
  host: DatabaseHostName,
  port: number,
  path: string,
  body?: string,
): Promise<Answer | undefined> {
  const request = { signal: AbortSignal.timeout(1_500), ...(body && { method: 'POST', body }) };
  return fetch(`http://${hosts[host]}:${port}${path}`, request)
    .then(async (reply) => (await reply.json()) as Answer)
    .catch(() => undefined);
}
