import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../database/connection.ts';
import { countTelemetry } from './count-telemetry.ts';
import { readShop } from './read-shop.ts';

export interface MetricsDeps {
  database: Database;
  log: Pick<BaseLogger, 'warn'>;
}

export interface Metrics {
  /** The address at which Prometheus reads them. */
  url: string;
  stop(): Promise<void>;
}

/** Prometheus gives up after ten seconds. */
const databaseTimeoutMs = 5_000;

/**
 * Serves the metrics of this process and of the shop in Prometheus' text format, on a port of their own: they say how the
 * shop is doing, which is not for visitors (docs/operators/monitoring.md, 'Metrics').
 * @throws the error of `listen`
 */
export async function startMetrics(
  deps: MetricsDeps,
  address: { host: string; port: number },
): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const isDatabaseUp = gaugeDatabase(registry, deps.database);
  const stopCounting = countTelemetry(registry);
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    const shop = await readInTime(deps);
    isDatabaseUp.set(shop === undefined ? 0 : 1);
    const body = `${await registry.metrics()}\n${shop ?? ''}`;
    return response.writeHead(200, { 'content-type': registry.contentType }).end(body);
  });
  // Not shared with the other processes of `SERVERS`: each has metrics of its own.
  server.listen({ ...address, exclusive: true });
  await once(server, 'listening').catch((error: unknown) => {
    stopCounting();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}/metrics`,
    async stop() {
      stopCounting();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function gaugeDatabase(registry: Registry, { connections, replica }: Database): Gauge {
  const registers = [registry];
  new Gauge({
    name: 'reprise_replica_lag_seconds',
    help: 'For how long the replica has lacked a change that this server knows of, or was away; 0 without one',
    registers,
    collect() {
      this.set(replica?.lagSeconds() ?? 0);
    },
  });
  new Gauge({
    name: 'reprise_database_connections',
    help: 'Connections of this server to the database, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
  return new Gauge({
    name: 'reprise_database_up',
    help: '1 while the database answers; without it the metrics of the shop are missing',
    registers,
  });
}

/** @returns undefined, and a line in the log, while the database does not answer */
async function readInTime({ database, log }: MetricsDeps): Promise<string | undefined> {
  const stop = new AbortController();
  const late = pause(databaseTimeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`The database has not answered within ${databaseTimeoutMs} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([readShop(database), late]);
  } catch (error) {
    log.warn({ err: error }, 'The metrics of the shop could not be read');
    return undefined;
  } finally {
    stop.abort();
  }
}
