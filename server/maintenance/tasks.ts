import type pg from 'pg';
import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { newId } from '../core/ids.ts';
import { StartupError } from '../core/startup-error.ts';
import { rankOf } from '../database/queue-mail.ts';
import { reportModeration } from './report-moderation.ts';

export interface MaintenanceTask {
  about: string;
  /** What follows the name, as it is written in the usage. */
  needs: readonly string[];
  /** Does it, and says what it has done, line by line. Doing it again does no harm. */
  run(
    client: pg.Client,
    given: readonly string[],
    shop: { origin: string },
  ): AsyncGenerator<string>;
}

/** What an operator does to the database and no page can, because it concerns everyone or the shop does not run. */
export const maintenanceTasks: Readonly<Record<string, MaintenanceTask>> = {
  'show-statements': {
    about: 'lists the statements that run, and what they wait for',
    needs: [],
    async *run(client) {
      const { rows } = await client.query<Record<string, string | null>>(`
        select pid::text, (now() - query_start)::text as running, wait_event_type as waits_for, query
        from pg_stat_activity
        where state <> 'idle' and pid <> pg_backend_pid() and datname = current_database()
        order by query_start`);
      for (const { pid, running, waits_for, query } of rows) {
        yield `${pid}  ${running}  ${waits_for ?? 'runs'}  ${(query ?? '').replace(/\s+/g, ' ').trim()}`;
      }
      if (rows.length === 0) yield 'No statement runs.';
    },
  },
  'sign-out-everybody': {
    about: 'ends all sessions',
    needs: [],
    async *run(client) {
      yield `Ended ${await count(client, 'delete from auth_sessions')} sessions.`;
    },
  },
  'forget-keys': {
    about:
      'when TOKEN_SECRET or DATA_DIR/secret is lost: removes what it encrypts, and mails those who have to enter something again',
    needs: [],
    run: forgetKeys,
  },
  'lift-limits': {
    about: 'forgets failed attempts to sign in',
    needs: [],
    async *run(client) {
      yield `Forgot ${await count(client, 'delete from auth_tries')} counts.`;
    },
  },
  'remove-factors': {
    about: 'lets somebody sign in with the password alone; everybody: all of them',
    needs: ['EMAIL|everybody'],
    run: removeFactors,
  },
  'moderation-report': {
    about: 'prints a year of reports and decisions as CSV',
    needs: ['YEAR'],
    run: reportModeration,
  },
  'move-pictures': {
    about: 'says where the files of pictures and clips are, after they were copied',
    needs: ['disk|s3', 'disk|s3'],
    run: movePictures,
  },
};

/** Removes the keys, and what cannot be read without them. Their owners are mailed when the shop runs. */
async function* forgetKeys(client: pg.Client, _given: readonly string[], shop: { origin: string }) {
  await client.query('begin');
  const { rows: servers } = await client.query<{ place: string }>(`
    select place from running_servers where seen_at > clock_timestamp() - interval '30 seconds'`);
  if (servers.length > 0) {
    throw new StartupError(
      `The shop is running (${servers.map(({ place }) => place).join('; ')}) and would go on with these keys.`,
      'Stop all its servers first; one that was killed counts for 30 s.',
    );
  }
  const secrets = await count(client, "delete from shared_secrets where name <> 'demo-catalogue'");
  const keys = await count(client, 'delete from auth_keys');
  // Push services take nothing from another key; browsers register again with the new one.
  await client.query('delete from push_subscriptions');
  const { rows: sellers } = await client.query<{ id: string }>(`
    delete from payout_accounts a using users u
    where a.sealed_details is not null and u.id = a.user_id
    returning u.id`);
  await queueMails(
    client,
    'payout-account-needed',
    sellers.map(({ id }) => ({ readerId: id, subjectId: id })),
  );
  const { rows: apps } = await client.query<{ id: string }>(`
    update auth_two_factors set secret = '', verified = false where verified
    returning user_id as id`);
  await queueMails(
    client,
    'authenticator-removed',
    apps.map(({ id }) => ({ readerId: null, subjectId: id, data: { origin: shop.origin } })),
  );
  await client.query(`
    update products set serial_state = null, serial_sealed = null, serial_digest = null
    where serial_sealed is not null or serial_digest is not null`);
  // Passkeys are public keys, which no secret encrypts. Recovery codes are digests with one.
  await client.query(`update auth_two_factors set secret = '', backup_codes = '[]'`);
  await client.query(`
    with without as (
      update auth_users i set two_factor_enabled = false
      where two_factor_enabled and not exists (select from auth_passkeys where user_id = i.id)
      returning id
    )
    delete from auth_two_factors where user_id in (select id from without)`);
  const { rows: endpoints } = await client.query('select from webhook_endpoints');
  await client.query('commit');
  yield `Removed ${secrets + keys} keys. The next start makes new ones, and everybody signs in again.`;
  yield `Removed the bank accounts of ${sellers.length} sellers and the authenticator apps of ${apps.length} people, whom the shop mails when it runs, and all recovery codes. Passkeys go on.`;
  yield `The secrets of ${endpoints.length} addresses for webhooks cannot be read any more. Their owners replace them in the profile; an address whose secret stays is disabled after five days, with a mail.`;
  yield 'Codes for handing over and links for unsubscribing that were mailed before no longer work; the pages show the new codes.';
}

async function queueMails(
  client: pg.Client,
  kind: QueuedMailKind,
  mails: readonly { readerId: string | null; subjectId: string; data?: object }[],
) {
  const at = new Date();
  const rows = mails.map((mail) => ({ data: {}, ...mail, id: newId(at) }));
  await client.query(
    `insert into queued_mails (id, key, kind, reader_id, subject_id, data, rank, due_at, created_at)
    select id, $1 || ':' || id, $1, "readerId", "subjectId", data, $2, $3, $3
    from jsonb_to_recordset($4::jsonb) as mail (id uuid, "readerId" uuid, "subjectId" uuid, data jsonb)`,
    [kind, rankOf(kind), at, JSON.stringify(rows)],
  );
}

async function* removeFactors(client: pg.Client, [email = '']: readonly string[]) {
  const isAll = email === 'everybody';
  const { rows } = await client.query<{ people: number; changed: number }>(
    `with person as (select id from auth_users where $1 or email = lower($2)),
      apps as (delete from auth_two_factors where user_id in (select id from person) returning 1),
      keys as (delete from auth_passkeys where user_id in (select id from person) returning 1),
      users as (
        update auth_users set two_factor_enabled = false where id in (select id from person) returning 1
      )
    select (select count(*)::int from person) as people,
      (select count(*)::int from apps) + (select count(*)::int from keys) as changed`,
    [isAll, email],
  );
  const { people = 0, changed = 0 } = rows[0] ?? {};
  if (people === 0) {
    throw new StartupError(`Nobody has the address ${email}.`, 'Nothing was changed.');
  }
  yield `Removed ${changed} authenticator apps and passkeys of ${isAll ? 'everybody' : email}.`;
}

/** Pictures at a time, so that none waits long for its row. */
const batchSize = 5_000;

async function* movePictures(client: pg.Client, [from = '', to = '']: readonly string[]) {
  const hosts = ['disk', 's3'];
  if (!hosts.includes(from) || !hosts.includes(to) || from === to) {
    throw new StartupError('From where to where?', 'Write disk s3, or s3 disk.');
  }
  let moved = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<{ id: string; moved: boolean }>(
      `with batch as (select id, host, external_url from images where id > $1 order by id limit $2),
        changed as (
          update images set host = $4 from batch
          where images.id = batch.id and batch.host = $3 and batch.external_url is null
          returning images.id
        )
      select batch.id, changed.id is not null as moved
      from batch left join changed on changed.id = batch.id order by batch.id`,
      [last, batchSize, from, to],
    );
    const end = rows.at(-1);
    if (!end) break;
    last = end.id;
    moved += rows.filter((row) => row.moved).length;
  }
  const clips = await client.query('update clips set host = $2 where host = $1', [from, to]);
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from images where external_url is not null',
  );
  yield `${moved} pictures and ${clips.rowCount ?? 0} clips are at ${to} now. ${rows[0]?.count ?? 0} pictures are at a hosting service.`;
}

async function count(client: pg.Client, statement: string): Promise<number> {
  return (await client.query(statement)).rowCount ?? 0;
}
