import { newId } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { listsTag, productTag, searchesTag, tagsOfLexemes } from './catalogue-tags.ts';
import { markerUserId, type RequiredChanges } from './replica-requirement.ts';

/**
 * Records that a product changed (with null: more than one), in the transaction that changes it. Every function that
 * changes what the catalogue shows calls this; all servers drop the cached responses that the change affects. For what
 * changes what a product is found by, there is `recordEdit`.
 */
export function recordCatalogueChange(tx: Tx, productId: string | null, at: Date): void {
  tx.write`
    insert into catalogue_changes (id, product_id, lexemes_before)
    values (${newId(at)}, ${productId}, '{}')`;
  if (productId === null) return;
  recordLaterListings(tx, productId);
  countListingChanges(tx, [productId]);
}

/** Records that listings of the same instrument may show something else of the sale of this one (`sold-before.ts`). */
export function recordLaterListings(tx: Tx, productId: string): void {
  tx.write`
    insert into catalogue_changes (id, product_id, lexemes_before)
    select gen_random_uuid(), later.id, '{}'
    from products p join products later on later.serial_digest = p.serial_digest and later.id <> p.id
    where p.id = ${productId} and later.status <> 'sold' and later.withdrawn_at is null`;
}

/**
 * Counts a change of these listings for the programs of dealers, who ask for what has changed since. Its time is that of the
 * transaction's beginning, by the clock of the database (`inventory/list-inventory.ts`).
 */
export function countListingChanges(tx: Tx, productIds: readonly string[]): void {
  tx.write`
    update external_ids set version = version + 1, changed_at = now()
    where product_id = any(${[...productIds]}::uuid[])`;
}

/** The same for a change of what the product is found by. Call it before the change: it stores what it is found by now. */
export function recordEdit(tx: Tx, productId: string, at: Date): void {
  tx.write`
    insert into catalogue_changes (id, product_id, lexemes_before)
    select ${newId(at)}, id, tsvector_to_array(search_lexemes) from products where id = ${productId}`;
  countListingChanges(tx, [productId]);
}

/** Records that any list and any search may have changed, but no page of a product other than this one. */
export function recordChangeOfLists(tx: Tx, productId: string, at: Date): void {
  tx.write`insert into catalogue_changes (id, product_id) values (${newId(at)}, ${productId})`;
}

/**
 * Records that the catalogue changed for one user, who has changed the wishlist, in the transaction that does so. All
 * servers drop the cached responses to that user.
 */
export function recordPersonalChange(tx: Tx, userId: string, at: Date): void {
  tx.write`insert into catalogue_changes (id, user_id) values (${newId(at)}, ${userId})`;
}

/** Drops cached responses: those with one of these tags, those to one of these users, or all of them. */
export interface CatalogueListener {
  forget(tags: readonly string[]): void;
  forgetUsers(userIds: readonly string[]): void;
  forgetAll(): void;
}

/** Watches for changes of the catalogue that any server made, to keep this server's response cache up to date. */
export interface CatalogueWatch {
  /** Reads new changes; resolves when the listener was called for all that were committed before this call. */
  catchUp(): Promise<void>;
  /**
   * `catchUp` for use after a commit: never rejects. When the changes cannot be read, this server does not trust its cache
   * until they are.
   */
  refreshAfterCommit(): Promise<void>;
  /** Whether changes were read recently enough to trust the cache. */
  isCurrent(): boolean;
  /**
   * The age that the cache may have, in seconds, while changes cannot be read; undefined while they can.
   * @param hasReadFailed whether another read has just failed because the database is away
   */
  awaySeconds(hasReadFailed?: boolean): number | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface WatchDeps {
  sql: Sql;
  listener: CatalogueListener;
  /** A monotonic clock. */
  elapsedMs?: () => number;
  /** What a replica must have; without one, nothing. */
  required?: Pick<RequiredChanges, 'addPolled'> | undefined;
  log: { warn(details: object, message: string): void };
}

const pollEveryMs = 500;
/** The cache is trusted for this long after the last poll, so that other servers' changes show within 2 s. */
const trustForMs = 1_500;
/** The time for which changes stay stored. A server that has not polled for half of this may have missed some. */
const retentionMinutes = 10;

/** One row for each change and each hold that has expired, or one with nulls when there are none. */
interface PollRow {
  isHold: boolean | null;
  oldestOpen: string;
  readAt: string;
  id: string | null;
  productId: string | null;
  userId: string | null;
  lexemes: string[] | null;
}

interface Change {
  id: string;
  productId: string | null;
  userId: string | null;
  /** All that the product was and is found by; null when that is not known, or of too many products. */
  lexemes: string[] | null;
}

/** When there are more changes between two polls, all searches are dropped. */
const maxCompared = 100;

/**
 * Polls with one small indexed query twice a second. It needs neither notifications nor session state, so it works
 * through connection poolers. Each poll reads only the changes of transactions that had not ended at the previous poll;
 * all others were visible to that one. A hold that expires changes what the pages show without a transaction, so each
 * poll also reads the holds that have expired since the previous one.
 */
export function watchCatalogue({
  sql,
  listener,
  log,
  required,
  elapsedMs = () => performance.now(),
}: WatchDeps): CatalogueWatch {
  let lastPollMs = Number.NEGATIVE_INFINITY;
  /** Ids of the changes that the last poll read. */
  let seen = new Set<string>();
  /** The oldest transaction that had not ended at the last poll; undefined before the first one. */
  let oldestOpen: string | undefined;
  /** When the last poll read, by the database's clock. */
  let readAt: string | undefined;
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  /** True from a failed refresh to the next poll. */
  let isStale = false;
  let hasLastPollFailed = false;

  async function poll(): Promise<void> {
    const startedMs = elapsedMs();
    const since = oldestOpen ?? null;
    const rows = await sql<PollRow[]>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as "oldestOpen", now()::text as "readAt",
        id, product_id as "productId", user_id as "userId", is_hold as "isHold",
        case when is_new and lexemes_before is not null
          and count(product_id) filter (where is_new) over () <= ${maxCompared} then (
            select lexemes_before || tsvector_to_array(search_lexemes) from products
            where products.id = product_id
          ) end as lexemes
      from (select) as once left join (
        select id, product_id, user_id, false as is_hold, lexemes_before,
          id <> all(${[...seen]}::uuid[]) as is_new
        from catalogue_changes where transaction_id >= ${since}::text::xid8
        union all
        select id, product_id, null, true, '{}', true from bookings where state = 'held'
          and hold_expires_at > ${readAt ?? null}::text::timestamptz and hold_expires_at <= now()
      ) changed on true`;
    const changes = rows.flatMap(({ id, productId, userId, isHold, lexemes }) =>
      id === null || userId === markerUserId ? [] : [{ id, productId, userId, isHold, lexemes }],
    );
    const fresh = changes.filter(({ id }) => !seen.has(id));
    const isTooLate = startedMs - lastPollMs > (retentionMinutes / 2) * 60_000;
    const mayHaveMissed = isTooLate || isEarlier(rows[0]?.oldestOpen, oldestOpen);
    seen = new Set(changes.map(({ id }) => id));
    oldestOpen = rows[0]?.oldestOpen;
    readAt = rows[0]?.readAt;
    required?.addPolled({
      changeIds: fresh.filter(({ isHold }) => !isHold).map(({ id }) => id),
      haveHoldsExpired: fresh.some(({ isHold }) => isHold),
      readAt: readAt ?? 'infinity',
      hasMissed: mayHaveMissed,
    });
    lastPollMs = startedMs;
    isStale = false;
    if (mayHaveMissed) listener.forgetAll();
    else dropChanged(listener, fresh);
  }

  /** A poll that began before the call may have missed changes committed since, so this starts another one after it. */
  async function catchUp(): Promise<void> {
    await polling?.catch(() => undefined);
    polling ??= poll().finally(() => {
      polling = undefined;
    });
    await polling;
  }

  async function refreshAfterCommit(): Promise<void> {
    try {
      await catchUp();
    } catch (error) {
      isStale = true;
      warn(error);
    }
  }

  async function pollAndSchedule(): Promise<void> {
    try {
      await catchUp();
      hasLastPollFailed = false;
    } catch (error) {
      // One line for each outage.
      if (!hasLastPollFailed) warn(error);
      hasLastPollFailed = true;
    }
    if (!stopped) timer = setTimeout(pollAndSchedule, pollEveryMs).unref();
  }

  function warn(error: unknown): void {
    log.warn(
      { err: error },
      'Could not poll for catalogue changes; responding from the database instead of the cache',
    );
  }

  return {
    catchUp,
    refreshAfterCommit,
    isCurrent: () => !isStale && elapsedMs() - lastPollMs < trustForMs,
    awaySeconds: (hasReadFailed = false) =>
      hasLastPollFailed || hasReadFailed
        ? Math.ceil((elapsedMs() - lastPollMs) / 1_000)
        : undefined,
    async start() {
      stopped = false;
      await pollAndSchedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await polling?.catch(() => undefined);
    },
  };
}

/** Deletes the changes that every server has read by now. Returns how many. */
export async function sweepCatalogueChanges(sql: Sql): Promise<number> {
  const [swept] = await sql<{ count: number }[]>`
    with swept as (
      delete from catalogue_changes
      where changed_at < clock_timestamp() - ${retentionMinutes} * interval '1 minute' returning id
    )
    select count(*)::int as count from swept`;
  return swept?.count ?? 0;
}

function dropChanged(listener: CatalogueListener, changes: readonly Change[]): void {
  if (changes.some(({ productId, userId }) => productId === null && userId === null)) {
    listener.forgetAll();
    return;
  }
  const ofProducts = changes.filter(({ productId }) => productId !== null);
  const productIds = new Set(ofProducts.flatMap(({ productId }) => productId ?? []));
  const userIds = new Set(changes.flatMap(({ userId }) => userId ?? []));
  if (productIds.size > 0) {
    listener.forget([listsTag, ...tagsOfChanged(ofProducts), ...[...productIds].map(productTag)]);
  }
  if (userIds.size > 0) listener.forgetUsers([...userIds]);
}

/** A standby that lost the last transactions of its primary counts on from before them. */
function isEarlier(transaction: string | undefined, before: string | undefined): boolean {
  return transaction !== undefined && before !== undefined && BigInt(transaction) < BigInt(before);
}

function tagsOfChanged(changes: readonly Change[]): string[] {
  if (changes.some(({ lexemes }) => lexemes === null)) return [searchesTag];
  return [...new Set(changes.flatMap(({ lexemes }) => tagsOfLexemes([...new Set(lexemes)])))];
}
