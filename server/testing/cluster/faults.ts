import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterShop } from './cluster-shop.ts';
import { connectAgain, cutOff, databaseHosts } from './network.ts';

/** Happens to the cluster, and is over when it returns; what it has stopped runs again. */
export type Fault = (shop: ClusterShop) => Promise<void>;

/** Longer than it takes to replace a primary whose lock has to end (`ttl` in deploy/cluster/patroni.yml). */
const awayMs = 40_000;

export const faults: Readonly<Record<string, Fault>> = {
  none: async () => pause(10_000),

  'the primary is changed in order': ({ cluster }) => cluster.switchOver(),

  "the primary's PostgreSQL is killed": async ({ cluster }) =>
    cluster.killPostgres(await cluster.primary()),

  'Patroni of the primary is killed, and PostgreSQL goes on': async ({ cluster }) => {
    const host = await cluster.primary();
    cluster.processes[host].patroni.kill();
    await pause(awayMs);
    cluster.processes[host].patroni = cluster.startPatroni(host);
  },

  "the primary's host loses its power": async ({ cluster }) => {
    const host = await cluster.primary();
    await cluster.powerOff(host);
    await pause(awayMs);
    await cluster.startHost(host);
  },

  // With asynchronous replication, what is acknowledged in the meantime is lost.
  "the primary's host loses its power while its standbys get nothing": async ({ cluster }) => {
    const host = await cluster.primary();
    await cluster.pauseReplication(host);
    await pause(3_000);
    await cluster.powerOff(host);
    await pause(awayMs);
    await cluster.startHost(host);
  },

  "the primary's host is cut off": async ({ cluster }) => {
    const host = await cluster.primary();
    await cutOff(host);
    await pause(awayMs);
    await connectAgain(host);
  },

  "the synchronous standby's host is cut off": async ({ cluster }) => {
    const host = await cluster.synchronousStandby();
    await cutOff(host);
    await pause(awayMs);
    await connectAgain(host);
  },

  'the leader of etcd is killed': async ({ cluster }) => {
    const host = await cluster.etcdLeader();
    cluster.processes[host].etcd.kill();
    await pause(awayMs / 2);
    cluster.processes[host].etcd = cluster.startEtcd(host);
  },

  'etcd has no majority': async ({ cluster }) => {
    const [, ...two] = databaseHosts;
    for (const host of two) cluster.processes[host].etcd.kill();
    await pause(awayMs);
    for (const host of two) cluster.processes[host].etcd = cluster.startEtcd(host);
  },

  'a server of the shop is killed': async (shop) => {
    await shop.killServer('app2');
    await pause(10_000);
    await shop.startServer('app2');
  },

  'a host of the shop is cut off': async () => {
    await cutOff('app1');
    await pause(20_000);
    await connectAgain('app1');
  },
};
