import type pg from 'pg';
import { readLastBackup } from '../backup/last-backup.ts';
import { type Asked, one } from './check-database.ts';
import { type Finding, fault, ok } from './finding.ts';

/** A backup each night is this old at most, with two hours for the night of a slow disk. */
const recentHours = 26;

interface BackupDeps {
  client: Asked;
  dataDir: string;
  at: Date;
}

/** A recent backup by `npm run backup`, or continuous archiving of PostgreSQL's own. */
export async function checkBackups({ client, dataDir, at }: BackupDeps): Promise<Finding[]> {
  const last = await readLastBackup(dataDir);
  const archived = await readArchiver(client);
  if (archived?.isFailing) {
    return [
      fault(
        `PostgreSQL archives its log, but the last attempt failed (${archived.lastFailed}).`,
        'Look into the log of PostgreSQL for archive_command.',
      ),
    ];
  }
  if (archived?.lastArchived) {
    const text = `PostgreSQL archives its log, last at ${archived.lastArchived.toISOString()}.`;
    return [ok(`${text} Pictures and the file secret are to be copied as well.`)];
  }
  const remedy = 'Run npm run backup -- FOLDER every night (docs/operators/backup.md).';
  if (!last) return [fault('No backup was ever made from this data folder.', remedy)];
  const hours = (at.getTime() - last.madeAt.getTime()) / 3_600_000;
  const text = `The last backup is from ${last.madeAt.toISOString()}, in ${last.folder}`;
  if (hours > recentHours) return [fault(`${text}: ${Math.floor(hours)} hours old.`, remedy)];
  return [ok(`${text}. Keep a copy on another machine, and try a restore now and then.`)];
}

interface Archiver {
  lastArchived: Date | null;
  lastFailed: string | null;
  isFailing: boolean;
}

/** Undefined when archiving is off, or this user may not know. */
async function readArchiver(client: Asked): Promise<Archiver | undefined> {
  const { mode } = await one<{ mode: string }>(
    client,
    `select current_setting('archive_mode') as mode`,
  );
  if (mode === 'off') return undefined;
  return one<Archiver & pg.QueryResultRow>(
    client,
    `select last_archived_time as "lastArchived", last_failed_wal as "lastFailed",
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
     from pg_stat_archiver`,
  );
}
