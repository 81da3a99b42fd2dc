import { listingEntries } from '#contract/products/listing-fields.ts';
import type { Clock } from '../core/clock.ts';
import { lowestIdAt } from '../core/ids.ts';
import { settledAfterDays } from '../core/retention.ts';
import type { Database } from '../database/connection.ts';
import { assignments } from '../database/row-sql.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { removeClipsOfListings } from '../features/clips/remove-clips.ts';
import { blankImages } from '../features/images/blank-images.ts';
import { eraseNotes } from '../features/moderation/notes.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { hasOpenBusiness } from '../features/users/removal-effects.ts';

/** What stands where a text of or about a removed person stood, where the database needs one. */
const erased = '[removed]';
const erasedName = 'Removed user';

const batchSize = 200;
const dayMs = 86_400_000;

interface EraseDeps {
  database: Database;
  clock: Clock;
}

/**
 * Erases what is still stored about removed people (`server/database/personal-columns.ts`) once they owe nothing and
 * are owed nothing, and their last sale can no longer be disputed, even at the bank. What remains are ids, amounts and
 * times, for the books. Also empties what the card provider reported so long ago.
 * @returns how many people
 */
export async function erasePeople({ database, clock }: EraseDeps): Promise<number> {
  const at = clock.now();
  const settledBefore = new Date(at.getTime() - settledAfterDays * dayMs);
  await emptyPaymentEvents(database, settledBefore);
  const due = await database.sql<{ id: string }[]>`
    select id from users u
    where removed_at is not null and identity_ended_at is not null
      and email <> u.id || '@removed.invalid'
      and not exists (
        select from bookings where buyer_id = u.id and paid_at > ${settledBefore}
      )
      and not exists (
        select from bookings where seller_id = u.id and paid_at > ${settledBefore}
      )
    order by random() limit ${batchSize}`;
  let count = 0;
  for (const { id } of due) {
    if (await transaction(database, (tx) => erasePerson(tx, id, at))) count += 1;
  }
  return count;
}

/** @returns false while something of theirs is open */
async function erasePerson(tx: Tx, id: string, at: Date): Promise<boolean> {
  const [person] = await tx.sql<{ email: string }[]>`
    select email from users where id = ${id} for update`;
  if (!person || (await hasOpenBusiness(tx.sql, id))) return false;
  await blankImages(tx, id, 'all');
  removeClipsOfListings(tx, id, 'all');
  eraseListings(tx, id, 'all');
  eraseSales(tx, id);
  eraseTexts(tx, id);
  eraseNotes(tx, id);
  tx.write`delete from payout_accounts where user_id = ${id}`;
  tx.write`delete from traders where user_id = ${id}`;
  tx.write`delete from billing_details where user_id = ${id}`;
  tx.write`update payouts set failure = ${erased} where seller_id = ${id} and failure is not null`;
  tx.write`update seller_commissions set reason = ${erased} where seller_id = ${id}`;
  // The names and the email in what was done to them; what was done stays.
  tx.write`
    update audit_entries set detail = (detail - 'reason')
      || jsonb_build_object('name', ${erasedName}::text, 'email', ${emailOf(id)}::text)
      || case when detail ? 'product' then jsonb_build_object('product',
          (detail -> 'product') || jsonb_build_object('name', ${erased}::text)) else '{}' end
    where subject_id = ${id}`;
  // The subject of a sale is the buyer; the reason may speak of the seller.
  tx.write`
    update audit_entries set detail = detail - 'reason'
    where detail ? 'reason' and detail -> 'product' ->> 'id' in (
      select id::text from products where seller_id = ${id})`;
  tx.write`
    update users set name = ${erasedName}, email = ${emailOf(id)}, image_id = null,
      image_url = null
    where id = ${id}`;
  // Pages of what they sold are in the response cache.
  recordCatalogueChange(tx, null, at);
  return true;
}

/** A domain that can never exist (RFC 2606). */
const emailOf = (id: string) => `${id}@removed.invalid`;

/**
 * Erases what a seller wrote in listings. Of what was sold the name stays: it is on the buyer's receipt.
 * @param which all, or only what was not sold, which has no purpose when its seller is gone
 */
export function eraseListings(tx: Tx, sellerId: string, which: 'all' | 'not sold'): void {
  tx.write`
    update products set name = case when status = 'sold' then name else ${erased} end,
      serial_digest = case when status = 'sold' then serial_digest end, ${assignments(erasedColumns)}
    where seller_id = ${sellerId} and (${which === 'all'} or status <> 'sold')`;
  tx.write`
    update queued_mails set data = jsonb_build_object('reason', ${erased}::text)
    where kind = 'product-removed'
      and subject_id in (select id from products where seller_id = ${sellerId})`;
  tx.write`
    update product_mails set reason = ${erased}
    where product_id in (select id from products where seller_id = ${sellerId})`;
}

const erasedColumns = {
  ...Object.fromEntries(
    listingEntries
      .filter(([, { isErased }]) => isErased)
      .map(([, { column, isOptional }]) => [column, isOptional ? null : erased]),
  ),
  brandNormal: null,
  serialState: null,
  serialSealed: null,
};

function eraseSales(tx: Tx, id: string): void {
  tx.write`
    update bookings set buyer_name = ${erasedName}, buyer_email = ${emailOf(id)},
      phone = ${erased}, location = ${erased}
    where buyer_id = ${id}`;
  tx.write`
    delete from booking_addresses
    where booking_id in (select id from bookings where buyer_id = ${id})`;
  tx.write`
    update bookings set trader_name = ${erased}, trader_address = ${erased}
    where seller_id = ${id} and trader_name is not null`;
  tx.write`
    update bookings set release_note = ${erased}
    where (buyer_id = ${id} or seller_id = ${id}) and release_note is not null`;
  // There is no receipt for what was not sold.
  tx.write`
    update bookings set product_name = ${erased} where seller_id = ${id} and state = 'released'`;
  tx.write`
    update fulfilments set carrier = case when carrier is null then null else ${erased} end,
      tracking = null, permit_number = case when permit_number is null then null else ${erased} end,
      cancel_reason = null, cancellation_request_reason = null
    where booking_id in (${bookingsOf(tx, id)})`;
  tx.write`
    update done_payment_issues set note = ${erased}
    where payment_id in (select id from payments where booking_id in (${bookingsOf(tx, id)}))`;
}

/** What they wrote and showed, and what was said about them, in returns and disputes. */
function eraseTexts(tx: Tx, id: string): void {
  tx.write`
    delete from evidence_images where subject_id in (
      select r.id from returns r join bookings b on b.id = r.booking_id where b.buyer_id = ${id}
      union all select id from disputes where opened_by = ${id}
      union all select id from dispute_statements where author_id = ${id}
      union all ${bookingsOf(tx, id)}
    )`;
  tx.write`
    delete from clip_uses where subject_id in (
      select r.id from returns r join bookings b on b.id = r.booking_id where b.buyer_id = ${id}
      union all select id from disputes where opened_by = ${id}
      union all select id from dispute_statements where author_id = ${id}
    )`;
  tx.write`
    update returns set reason = ${erased}, back_tracking = null,
      back_carrier = case when back_carrier is null then null else ${erased} end
    where booking_id in (select id from bookings where buyer_id = ${id})`;
  tx.write`
    update returns set place = case when place is null then null else ${erased} end,
      contest_reason = case when contest_reason is null then null else ${erased} end
    where booking_id in (select id from bookings where seller_id = ${id})`;
  tx.write`
    update disputes set reason = ${erased} where opened_by = ${id} and reason is not null`;
  tx.write`
    update disputes set decision_reason = ${erased}
    where booking_id in (${bookingsOf(tx, id)}) and decision_reason is not null`;
  tx.write`update dispute_statements set text = ${erased} where author_id = ${id}`;
}

function bookingsOf(tx: Tx, id: string) {
  return tx.sql`select id from bookings where buyer_id = ${id} or seller_id = ${id}`;
}

/** The window is so long that a job that did not run for weeks leaves nothing behind. */
const windowDays = 90;

async function emptyPaymentEvents({ sql }: Database, before: Date): Promise<void> {
  const from = lowestIdAt(before.getTime() - windowDays * dayMs);
  await sql`
    update payment_events set payload = '{}'
    where id >= ${from} and id < ${lowestIdAt(before.getTime())} and settled_at is not null
      and payload <> '{}'`;
}
