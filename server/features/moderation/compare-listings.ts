import type { HintKind } from '#contract/moderation/moderation-terms.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../database/connection.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { findNearPictures, nearBits, sameBits } from '../images/near-pictures.ts';
import { lockPresentUsers } from '../users/lock-user.ts';
import { findOrOpenCase } from './file-report.ts';
import { readSubject } from './subjects.ts';

/** A hint about a listing: another one, or a report of a theft, that it has something in common with. */
export interface Hint {
  kind: HintKind;
  /** The newer listing, which the case is about. */
  productId: string;
  otherProductId?: string;
  stolenReportId?: string;
  pictures?: { imageId: string; otherImageId: string; distance: number };
}

interface CompareDeps {
  database: Database;
  clock: Clock;
  /** Whether there is moderation; without it nothing is compared, and what is due stays so. */
  hasReports?: boolean;
}

const batchSize = 100;
/** A picture of a maker's catalogue is in many listings. */
const maxSimilar = 20;

const isLive = rawSql(
  "p.status <> 'sold' and (p.withdrawn_at is null or p.hidden_for is not null)",
);

/**
 * Compares new and changed listings with the others, and new reports of thefts with all listings. What is found opens a case
 * for the admins, or is added to the open one; nobody else is told, and nothing happens to the listings until a person
 * decides. It runs apart from requests, so that no reply and no duration tells what is known, and one at a time, so that two
 * that are listed together give one case.
 * @returns how many listings and reports were compared
 */
export async function compareListings(deps: CompareDeps): Promise<number> {
  if (deps.hasReports === false) return 0;
  return (
    (await compareEach(deps, 'products', hintsOfListing)) +
    (await compareEach(deps, 'stolen_reports', hintsOfTheft))
  );
}

async function compareEach(
  { database, clock }: CompareDeps,
  table: 'products' | 'stolen_reports',
  hintsOf: (sql: Sql, id: string) => Promise<Hint[]>,
): Promise<number> {
  const { sql } = database;
  // As text: a Date has no microseconds, and what has changed since must stay due.
  const due = await sql<{ id: string; dueAt: string }[]>`
    select id, comparison_due_at::text as "dueAt" from ${rawSql(table)}
    where comparison_due_at is not null order by comparison_due_at, id limit ${batchSize}`;
  for (const { id, dueAt } of due) {
    for (const hint of await hintsOf(sql, id)) {
      await transaction(database, (tx) => addHint(tx, hint, clock.now()));
    }
    await sql`
      update ${rawSql(table)} set comparison_due_at = null
      where id = ${id} and comparison_due_at = ${dueAt}::timestamptz`;
  }
  return due.length;
}

async function hintsOfListing(sql: Sql, id: string): Promise<Hint[]> {
  const others = await sql<{ id: string }[]>`
    select p.id from products p join products own on own.id = ${id}
    where p.serial_digest = own.serial_digest and p.seller_id <> own.seller_id and ${isLive}
      and own.status <> 'sold' and (own.withdrawn_at is null or own.hidden_for is not null)
    order by p.id limit 20`;
  const thefts = await sql<{ id: string }[]>`
    select s.id from stolen_reports s join products p on p.id = ${id}
    where s.serial_digest = p.serial_digest and s.reporter_id is distinct from p.seller_id
      and (p.status = 'sold' or ${isLive})`;
  return [
    ...(await pictureHints(sql, id)),
    ...others.map((other): Hint => {
      const [older = id, newer = id] = [id, other.id].sort();
      return { kind: 'same-serial', productId: newer, otherProductId: older };
    }),
    ...thefts.map(
      (theft): Hint => ({
        kind: 'reported-stolen',
        productId: id,
        stolenReportId: theft.id,
      }),
    ),
  ];
}

interface NearListing {
  id: string;
  imageId: string;
}

/** Other sellers' listings with the same or a similar picture; of each the nearest pair. */
async function pictureHints(sql: Sql, id: string): Promise<Hint[]> {
  const own = await sql<{ imageId: string; bits: string; mirrored: string }[]>`
    select i.id as "imageId", i.fingerprint::text as bits,
      coalesce(i.mirrored_fingerprint, i.fingerprint)::text as mirrored from products p join images i on i.id = p.image_id
      or i.id in (select image_id from product_images where product_id = p.id)
    where p.id = ${id} and ${isLive} and i.fingerprint is not null`;
  const nearest = new Map<string, Hint['pictures']>();
  for (const { imageId, bits, mirrored } of own) {
    const wanted = { bits: BigInt(bits), mirrored: BigInt(mirrored) };
    const near = await findNearPictures(sql, wanted);
    const distances = new Map(near.map((picture) => [picture.id, picture.distance]));
    const listings = await sql<NearListing[]>`
      select p.id, i.id as "imageId" from unnest(${[...distances.keys()]}::uuid[]) as i (id)
      join products p on p.image_id = i.id
        or p.id in (select product_id from product_images where image_id = i.id)
      where p.withdrawn_at is null
        and p.seller_id <> (select seller_id from products where id = ${id})
      order by p.id limit ${maxSimilar}`;
    for (const listing of listings) {
      const distance = distances.get(listing.imageId) ?? nearBits;
      if (distance >= (nearest.get(listing.id)?.distance ?? nearBits + 1)) continue;
      nearest.set(listing.id, { imageId, otherImageId: listing.imageId, distance });
    }
  }
  return [...nearest].flatMap(([otherId, pictures]) =>
    pictures ? pairOf(id, otherId, pictures) : [],
  );
}

/** The case is about the newer listing, whose picture stands first. */
function pairOf(id: string, otherId: string, pictures: NonNullable<Hint['pictures']>): Hint {
  const { imageId, otherImageId, distance } = pictures;
  const kind = distance <= sameBits ? 'same-picture' : 'similar-picture';
  return id > otherId
    ? { kind, productId: id, otherProductId: otherId, pictures }
    : {
        kind,
        productId: otherId,
        otherProductId: id,
        pictures: { imageId: otherImageId, otherImageId: imageId, distance },
      };
}

async function hintsOfTheft(sql: Sql, id: string): Promise<Hint[]> {
  const listings = await sql<{ id: string }[]>`
    select p.id from products p join stolen_reports s on s.id = ${id}
    where p.serial_digest = s.serial_digest and s.reporter_id is distinct from p.seller_id
      and (p.status = 'sold' or ${isLive})`;
  return listings.map((listing) => ({
    kind: 'reported-stolen',
    productId: listing.id,
    stolenReportId: id,
  }));
}

/** Adds a hint to the open case of the listing, which it opens if there is none. Once for each pair, also after a decision. */
async function addHint(tx: Tx, hint: Hint, at: Date): Promise<void> {
  const reference = { kind: 'product', id: hint.productId } as const;
  const known = await readSubject(tx.sql, reference);
  if (!known) return;
  const present = await lockPresentUsers(tx, [known.personId]);
  const subject = await readSubject(tx.sql, reference);
  if (!subject || present.length === 0) return;
  const { kind, productId, otherProductId = null, stolenReportId = null, pictures } = hint;
  const earlier = await tx.sql`
    select from case_hints where product_id = ${productId} and kind = ${kind}
      and coalesce(other_product_id, stolen_report_id) = ${otherProductId ?? stolenReportId}`;
  if (earlier.length > 0) return;
  const caseId = await findOrOpenCase(tx, subject, at);
  await tx.sql`
    insert into case_hints (id, case_id, kind, product_id, other_product_id, stolen_report_id,
      image_id, other_image_id, distance, created_at)
    values (${newId(at)}, ${caseId}, ${kind}, ${productId}, ${otherProductId}, ${stolenReportId},
      ${pictures?.imageId ?? null}, ${pictures?.otherImageId ?? null}, ${pictures?.distance ?? null},
      ${at})`;
}
