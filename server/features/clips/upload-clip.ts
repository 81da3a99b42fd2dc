import type { Clip } from '#contract/clips/clips.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { ClipStore, StoredClip } from '../../providers/images/port.ts';
import { lockUserExclusively } from '../users/lock-user.ts';
import { clipAddress } from './clip-address.ts';
import { clipFrom } from './clip-row.ts';

export interface ClipDeps {
  clipStore: ClipStore;
  clipCeilings?: ClipCeilings | undefined;
  database: Database;
  clock: Clock;
  origin: () => string;
}

/** What can be uploaded within 24 hours. */
export interface ClipCeilings {
  clipsPerPerson: number;
  bytesPerPerson: number;
  /** Of all people together, and not used yet: what is not used is removed after a day. */
  unusedBytes: number;
}

const defaultCeilings: ClipCeilings = {
  clipsPerPerson: 30,
  bytesPerPerson: 600_000_000,
  unusedBytes: 10_000_000_000,
};

/**
 * Stores a clip and inserts its row. A clip that nothing refers to is removed after a day.
 * @throws Problem as `ClipStore.store` does; too-many-requests when its owner, or all people together, have uploaded too much
 * within a day
 */
export async function uploadClip(
  deps: ClipDeps,
  upload: AsyncIterable<Buffer>,
  ownerId: string,
): Promise<{ id: string; clip: Clip }> {
  const { database, clock, clipStore } = deps;
  await requireRoom(database.sql, deps, ownerId);
  const id = newId(clock.now());
  const stored = await clipStore.store(id, upload);
  const owned = { ...stored, id, host: clipStore.name, ownerId };
  try {
    await transaction(database, async (tx) => {
      await lockUserExclusively(tx, ownerId);
      // Others may have been uploaded in the meantime.
      await requireRoom(tx.sql, deps, ownerId, stored.bytes);
      insertClip(tx, owned, clock.now());
    });
  } catch (error) {
    await clipStore.remove(id);
    throw error;
  }
  const { width = null, height = null } = stored;
  const row = { ...stored, id, width, height, transcript: null };
  return { id, clip: clipFrom(row, clipAddress(deps.origin, row)) };
}

/** @param clip what the store named `host` has stored under this id */
export function insertClip(
  tx: Tx,
  clip: StoredClip & { id: string; host: string; ownerId: string },
  at: Date,
): void {
  const { id, host, kind, format, bytes, durationMs, width = null, height = null, ownerId } = clip;
  tx.write`
    insert into clips (id, host, kind, format, bytes, duration_ms, width, height, owner_id, created_at)
    values (${id}, ${host}, ${kind}, ${format}, ${bytes}, ${durationMs}, ${width}, ${height}, ${ownerId}, ${at})`;
}

/** @param bytes what is about to be stored */
async function requireRoom(
  sql: Sql,
  { clock, clipCeilings = defaultCeilings }: ClipDeps,
  ownerId: string,
  bytes = 0,
): Promise<void> {
  const since = new Date(clock.now().getTime() - 24 * 3_600_000);
  const [used] = await sql<{ clips: number; bytes: number; unused: number }[]>`
    select count(*) filter (where owner_id = ${ownerId})::int as clips,
      coalesce(sum(bytes) filter (where owner_id = ${ownerId}), 0)::bigint as bytes,
      coalesce(sum(bytes) filter (
        where not exists (select from clip_uses where clip_id = k.id)), 0)::bigint as unused
    from clips k where created_at > ${since}`;
  if (!used) return;
  const { clipsPerPerson, bytesPerPerson, unusedBytes } = clipCeilings;
  if (used.clips >= clipsPerPerson || used.bytes + bytes > bytesPerPerson) {
    throw tooMany(
      msg`You have uploaded very many clips today. Please upload more of them tomorrow.`,
    );
  }
  if (used.unused + bytes > unusedBytes) {
    throw tooMany(msg`The shop has received too many clips. Please try again in an hour.`);
  }
}

function tooMany(detail: ReturnType<typeof msg>): Problem {
  return new Problem('too-many-requests', detail, {
    retryAfterSeconds: 3_600,
    errors: [{ field: 'clip', message: detail }],
  });
}
