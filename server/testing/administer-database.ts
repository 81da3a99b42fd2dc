import { openDatabase } from '../database/connection.ts';
import { rawSql } from '../database/sql.ts';
import { sqlState } from '../database/sql-state.ts';
import { quietLog } from './quiet-log.ts';

/**
 * Only a superuser may end the autovacuum of a database by force, which a busy machine has not finished. Without force it is
 * ended too, but no connection that a test has left open.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const drop = `drop database if exists "${name}"`;
  try {
    await administer(server, `${drop} with (force)`);
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    await administer(server, drop);
  }
}

/** Runs a statement that may take as long as it does on a busy machine, such as copying a database. */
export async function administer(address: string, statement: string): Promise<void> {
  const url = new URL(address);
  // Each statement is another, and a process prepares a limited number.
  url.searchParams.set('prepare', 'false');
  url.searchParams.set('statement_timeout', '0');
  const { sql, close } = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
  await sql`${rawSql(statement)}`.finally(close);
}
