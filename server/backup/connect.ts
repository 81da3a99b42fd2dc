import pg from 'pg';
import { StartupError } from '../core/startup-error.ts';
import { connectionFault } from '../database/connection-fault.ts';
import { connectionOptions } from '../database/connection-options.ts';

/**
 * A connection of its own, without the shop's limits of time: tables are copied by it as a whole.
 * @throws StartupError, without the password, when no server answers at this address
 */
export async function connect(url: string): Promise<pg.Client> {
  const { hosts, isTlsOptional, ...options } = connectionOptions(url, 1);
  const settings = {
    ...options,
    pipeline: false,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
  const places = hosts ?? [{ host: options.host, port: options.port }];
  const ways = isTlsOptional ? [options.ssl, false] : [options.ssl];
  let failure: unknown;
  for (const place of places) {
    for (const ssl of ways) {
      const client = new pg.Client({ ...settings, ...place, ssl });
      // A lost connection fails the statement that is running, which says so.
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch (error) {
        failure = error;
        await client.end().catch(() => undefined);
      }
    }
  }
  throw failure instanceof StartupError ? failure : connectionFault(failure, options);
}
