import { newId } from '../../core/ids.ts';
import type { ReplicaRequirement } from '../../database/replica-reads.ts';
import type { Sql } from '../../database/sql.ts';

/** The user of markers: changes of the catalogue that change nothing. No response belongs to this id. */
export const markerUserId = '00000000-0000-0000-0000-000000000000';

/** What a poll has read. */
export interface PolledChanges {
  /** Ids of the changes that this poll was the first to read. */
  changeIds: readonly string[];
  /** Whether holds have expired since the poll before. */
  haveHoldsExpired: boolean;
  /** When it read, by the clock of the primary. */
  readAt: string;
  /** Whether changes may have been deleted before this server read them; always so for the first poll. */
  hasMissed: boolean;
}

interface Deps {
  /** The connection to the primary. */
  sql: Sql;
  /** A monotonic clock. */
  elapsedMs?: () => number;
}

const markAfterChangesMs = 10_000;
/** Less than changes stay stored. */
const markAtLeastEveryMs = 60_000;
const maxIds = 100;

export type RequiredChanges = ReturnType<typeof requiredChanges>;

/**
 * What a replica must have replayed before the catalogue is read from it: every change that this server knows of. Otherwise
 * a response could be made of what a replica had before a change, and be cached after that change was dropped from the cache:
 * it would stay there.
 *
 * A replica has a change when it has its row of `catalogue_changes`, which was inserted in the same transaction. Rows are
 * compared and not positions of the write-ahead log, so that a replica that follows an old primary never has them. A replica
 * replays transactions in the order of their commits, so one that has a *marker*, a row that this server inserts itself, has
 * everything that was committed before; the rows before the last marker need not be asked for. Holds end by the clock, so
 * that of the replica must not be behind what was read.
 */
export function requiredChanges({ sql, elapsedMs = () => performance.now() }: Deps) {
  let ids: string[] = [];
  let readAt = '-infinity';
  let version = 0;
  /** False until the first marker is stored: before, it is unknown what was committed before the first poll. */
  let isKnown = false;
  /** Another number after each gap. */
  let era = 0;
  let markedMs = Number.NEGATIVE_INFINITY;
  let marking: Promise<void> | undefined;

  async function mark(): Promise<void> {
    const began = { era, covered: ids.length, ms: elapsedMs() };
    const id = newId(new Date());
    await sql`insert into catalogue_changes (id, user_id) values (${id}, ${markerUserId})`;
    if (began.era !== era) return;
    ids = [id, ...ids.slice(began.covered)];
    version += 1;
    isKnown = true;
    markedMs = began.ms;
  }

  function isMarkDue(): boolean {
    const sinceMs = elapsedMs() - markedMs;
    const hasChanges = ids.length > 1 && sinceMs >= markAfterChangesMs;
    return !isKnown || hasChanges || ids.length > maxIds || sinceMs >= markAtLeastEveryMs;
  }

  return {
    /** Call it before the changes are dropped from the cache. */
    addPolled({ changeIds, haveHoldsExpired, readAt: at, hasMissed }: PolledChanges): void {
      if (hasMissed) {
        isKnown = false;
        era += 1;
        ids = [];
      }
      if (hasMissed || haveHoldsExpired || changeIds.length > 0) {
        ids = [...ids, ...changeIds];
        readAt = at;
        version += 1;
      }
      if (!isMarkDue()) return;
      // When it fails, the next poll begins another one.
      marking ??= mark()
        .catch(() => undefined)
        .finally(() => {
          marking = undefined;
        });
    },

    /** @returns undefined while it is not known what a replica must have */
    current(): ReplicaRequirement | undefined {
      if (!isKnown) return undefined;
      const required = { ids, readAt };
      return { version, isMet: (replica) => hasReplayed(replica, required) };
    },

    /** Resolves when no marker is being stored. */
    markersStored: async () => marking,
  };
}

async function hasReplayed(
  replica: Sql,
  { ids, readAt }: { ids: readonly string[]; readAt: string },
): Promise<boolean> {
  const [row] = await replica<{ hasAll: boolean }[]>`
    select now() >= ${readAt}::text::timestamptz and not exists (
      select from unnest(${ids}::uuid[]) as required (id)
      where not exists (select from catalogue_changes c where c.id = required.id)
    ) as "hasAll"`;
  return row?.hasAll === true;
}
