import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The hosts: three of PostgreSQL, three of the shop, and one before them. */
export const hosts = {
  db1: '10.213.77.1',
  db2: '10.213.77.2',
  db3: '10.213.77.3',
  app1: '10.213.77.11',
  app2: '10.213.77.12',
  app3: '10.213.77.13',
  edge: '10.213.77.20',
} as const;
export type Host = keyof typeof hosts;

export const databaseHosts = ['db1', 'db2', 'db3'] as const;
export const shopHosts = ['app1', 'app2', 'app3'] as const;
/** The machine itself, where the test and the fake Stripe run. */
export const ownAddress = '10.213.77.254';

/** `scripts/test-cluster.mjs` removes them all by this name when the test has ended, however it did. */
const prefix = 'reprise-';
const bridge = 'reprise0';

const namespaceOf = (host: Host) => `${prefix}${host}`;
const cableOf = (host: Host) => `rp-${host}`;

/** Makes a network namespace for each host, and a bridge that joins them with this machine. */
export async function openNetwork(): Promise<void> {
  await ip(`link add ${bridge} type bridge`);
  await ip(`addr add ${ownAddress}/24 dev ${bridge}`);
  await ip(`link set ${bridge} up`);
  for (const [host, address] of Object.entries(hosts) as [Host, string][]) {
    const namespace = namespaceOf(host);
    await ip(`netns add ${namespace}`);
    await ip(`link add ${cableOf(host)} type veth peer name eth0 netns ${namespace}`);
    await ip(`-n ${namespace} addr add ${address}/24 dev eth0`);
    await ip(`-n ${namespace} link set eth0 up`);
    await ip(`-n ${namespace} link set lo up`);
    await ip(`link set ${cableOf(host)} up`);
    await connectAgain(host);
  }
}

/** Packets from and to the host get lost from now on, without a notice. */
export async function cutOff(host: Host): Promise<void> {
  await ip(`link set ${cableOf(host)} nomaster`);
}

/** Connects the host again. */
export async function connectAgain(host: Host): Promise<void> {
  await ip(`link set ${cableOf(host)} master ${bridge}`);
}

/** What to put before a command so that it runs on the host. */
export function commandOn(host: Host): string[] {
  return ['ip', 'netns', 'exec', namespaceOf(host)];
}

/** The ids of all processes that run on the host. */
export async function processesOf(host: Host): Promise<number[]> {
  const { stdout } = await run('ip', ['netns', 'pids', namespaceOf(host)]);
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Kills everything that runs on the host, as if it had lost its power. */
export async function powerOff(host: Host): Promise<void> {
  for (let pids = await processesOf(host); pids.length > 0; pids = await processesOf(host)) {
    for (const pid of pids) kill(pid);
    await pause(20);
  }
}

export interface HostProcess {
  /** Kills it with SIGKILL; what it has started goes on. */
  kill(): void;
  isRunning(): boolean;
}

/** Starts a program on the host as the user `postgres`, with its output in a file of the folder. */
export function startOn(host: Host, folder: string, command: readonly string[]): HostProcess {
  const [program = ''] = command;
  const output = openSync(join(folder, `${host}-${program}.log`), 'a');
  const asUser = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const [first = '', ...rest] = [...commandOn(host), ...asUser, ...command];
  const child: ChildProcess = spawn(first, rest, {
    cwd: folder,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ETCDCTL_API: '3' },
  });
  return {
    // `ip` and `setpriv` become the program, so its id is theirs.
    kill: () => void child.kill('SIGKILL'),
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function ip(command: string): Promise<void> {
  await run('ip', command.split(' '));
}
