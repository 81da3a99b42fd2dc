import type { CallReply } from '#contract/calls.ts';
import { inventoryLimits } from '#contract/inventory/inventory.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import type { Sql } from '../../database/sql.ts';

type Inventory = CallReply<'listInventory'>;
type Item = Inventory['items'][number];

interface Row extends Pick<Item, '_id' | 'externalId' | 'version' | 'state' | 'name'> {
  priceCents: number;
  changedAt: Date;
  /** In microseconds, as the database keeps it. */
  micros: string;
}

interface Since {
  /** In microseconds since 1970. */
  micros: string;
  externalId: string;
}

/**
 * What a seller's listings with external ids are now, those that changed first. A transaction that is still open may change
 * something at a time before now: what could come behind it is not shown until it has ended, so that no change is left out.
 */
export async function listInventory(
  sql: Sql,
  sellerId: string,
  { cursor, changedSince }: { cursor?: string | undefined; changedSince?: string | undefined },
  at: Date,
): Promise<Inventory> {
  const since = cursor === undefined ? sinceTime(changedSince) : sinceCursor(cursor);
  const rows = await sql<Row[]>`
    select p.id as "_id", e.external_id as "externalId", e.version, e.changed_at as "changedAt", p.name,
      p.price_cents as "priceCents", (extract(epoch from e.changed_at) * 1000000)::bigint::text as micros,
      case when p.status = 'sold' then 'sold' when p.withdrawn_at is not null then 'withdrawn'
        when exists (select from bookings b where b.product_id = p.id and b.state = 'held'
          and b.hold_expires_at > ${at}) then 'held'
        else 'on-sale' end as state
    from external_ids e join products p on p.id = e.product_id
    where e.seller_id = ${sellerId} and not e.is_generated
      and (e.changed_at, e.external_id) >
        (to_timestamp(0) + ${since.micros}::bigint * interval '1 microsecond', ${since.externalId})
      and e.changed_at < (
        select coalesce(min(xact_start), now()) from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
          and backend_type = 'client backend')
    order by e.changed_at, e.external_id limit ${inventoryLimits.page + 1}`;
  const shown = rows.slice(0, inventoryLimits.page);
  const last = shown.at(-1);
  return {
    items: shown.map(({ priceCents, changedAt, micros: _, ...row }) => ({
      ...row,
      changedAt: changedAt.toISOString(),
      price: toMajorUnits(priceCents),
    })),
    cursor: last ? cursorOf(last) : cursorOf(since),
    hasMore: rows.length > shown.length,
  };
}

const cursorOf = ({ micros, externalId }: Since): string =>
  `${micros}.${Buffer.from(externalId).toString('base64url')}`;

function sinceCursor(cursor: string): Since {
  const [micros = '0', encoded = ''] = cursor.split('.');
  return { micros, externalId: Buffer.from(encoded, 'base64url').toString().replaceAll('\0', '') };
}

function sinceTime(time: string | undefined): Since {
  const ms = time === undefined ? 0 : Math.max(0, Date.parse(time));
  return { micros: String(ms * 1_000), externalId: '' };
}
