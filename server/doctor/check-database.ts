import type pg from 'pg';
import { readMigrations } from '../backup/tables.ts';
import { anotherDatabase, demoInDatabase } from './demo-database.ts';
import { advice, type Finding, fault, ok } from './finding.ts';

export interface DatabaseDeps {
  client: pg.Client;
  /** Connections that each server of the shop opens at most. */
  poolSize: number;
  /** The migrations of this version of the shop, by the time that names each. */
  migrations: readonly number[];
  /** Whether it is that of a real shop, which does not start on the demo's. */
  production: boolean;
}

const oldestVersion = 14;

/** The settings of PostgreSQL that the promises of the shop depend on, and whether its tables are up to date. */
export async function checkDatabase(deps: DatabaseDeps): Promise<Finding[]> {
  return [
    ...(await checkServer(deps)),
    ...(await checkDurability(deps)),
    ...(await checkMigrations(deps)),
    ...(deps.production ? await checkDemo(deps) : []),
  ];
}

async function checkDemo({ client }: DatabaseDeps): Promise<Finding[]> {
  const { found } = await one<{ found: string | null }>(
    client,
    `select to_regclass('shared_secrets') as found`,
  );
  if (found === null) return [];
  const { isDemo } = await one<{ isDemo: boolean }>(
    client,
    `select exists (select 1 from shared_secrets where name = 'demo-catalogue') as "isDemo"`,
  );
  return isDemo ? [fault(demoInDatabase, anotherDatabase)] : [];
}

async function checkServer({ client, poolSize }: DatabaseDeps): Promise<Finding[]> {
  const row = await one<{ version: number; free: number; encrypted: boolean | null }>(
    client,
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as free,
      (select ssl from pg_stat_ssl where pid = pg_backend_pid())
        or inet_client_addr() is null or inet_client_addr() << '127.0.0.0/8' as encrypted`,
  );
  const findings: Finding[] = [];
  if (row.version < oldestVersion) {
    findings.push(
      fault(`PostgreSQL is version ${row.version}.`, `Upgrade it to ${oldestVersion} or later.`),
    );
  }
  if (poolSize > row.free) {
    findings.push(
      fault(
        `PostgreSQL accepts ${row.free} connections, and one server of the shop opens up to ${poolSize}.`,
        'Raise max_connections, or lower DATABASE_POOL_SIZE.',
      ),
    );
  }
  if (row.encrypted === false) {
    findings.push(
      advice(
        'The connection to PostgreSQL is not encrypted and leaves this machine.',
        'Add ?sslmode=verify-full to DATABASE_URL, unless the network between them is yours alone.',
      ),
    );
  }
  return findings.length > 0
    ? findings
    : [ok(`PostgreSQL ${row.version} answers, and has connections for the shop.`)];
}

/** What the shop has acknowledged must be on the disk. */
async function checkDurability({ client }: DatabaseDeps): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
  );
  return rows.map(({ name }) =>
    fault(
      `PostgreSQL's ${name} is off: payments and bookings that were acknowledged can be lost.`,
      `Set ${name} to on.`,
    ),
  );
}

async function checkMigrations({ client, migrations }: DatabaseDeps): Promise<Finding[]> {
  const applied = await readMigrations(client);
  if (applied.length > 0 && applied[0] !== migrations[0]) {
    return [
      fault(
        'It was made by a version before 0.1.0, and its tables cannot be brought up to date.',
        'Begin with an empty DATA_DIR or, with DATABASE_URL, with another database.',
      ),
    ];
  }
  if (applied.length === migrations.length) return [ok('Its tables are those of this version.')];
  if (applied.length > migrations.length) {
    return [
      advice(
        'Its tables are those of a later version of the shop.',
        'That is right in the middle of an upgrade, and after going back a version. Otherwise install the later version.',
      ),
    ];
  }
  return [
    advice(
      `Its tables are those of an earlier version: ${migrations.length - applied.length} migrations are to be applied.`,
      'The next start applies them. Make a backup before (npm run backup).',
    ),
  ];
}

/** What asks the database: a connection of its own, or those of the server. */
export interface Asked {
  query<Row extends pg.QueryResultRow>(text: string): Promise<{ rows: Row[] }>;
}

/** The first row of the result. */
export async function one<Row extends pg.QueryResultRow>(
  client: Asked,
  text: string,
): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  if (!rows[0]) throw new Error('The database answered without a row');
  return rows[0];
}
