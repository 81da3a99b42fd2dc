import { newId } from '../core/ids.ts';
import { rawSql } from '../database/sql.ts';
import { transaction } from '../database/transaction.ts';
import { adoptAppeals } from '../features/moderation/appeal-rows.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';
import { apiClient } from './api-client.ts';
import { addImage } from './builders.ts';
import { addInvoice, addPayout } from './payout-builders.ts';
import { createPeople } from './people.ts';
import type { TestShop } from './test-shop.ts';

/** What is in every text that a whole person has written, and in every one about them. */
export const mark = 'Quastel';

/**
 * A seller who has bought too, with a row in every table that holds something about a person, and `mark` in every text of them:
 * a sale that came to a dispute, a purchase that was returned, a listing, an import, an account at a bank, a login.
 */
export async function addWholePerson(shop: TestShop) {
  const { sql } = shop.database;
  const who = createPeople(shop.database);
  const ask = apiClient(() => shop);
  const person = await who.make.user({
    role: 'seller',
    name: `Ada ${mark}`,
    email: `ada.${mark.toLowerCase()}@reprise.test`,
    imageUrl: `https://lh3.googleusercontent.com/${mark}`,
  });
  await shop.signUp(person.email, { name: person.name, isVerified: true });
  await sql`
    update users set language = ${`x-${mark}`}, time_zone = ${mark}, about = ${mark}, town = ${mark},
      spoken = array[${mark}] where id = ${person.id}`;
  const picture = () =>
    addImage(shop.database, {
      externalUrl: `https://pictures.test/${mark}/${newId(new Date())}.jpg`,
      placeholder: `data:${mark}`,
    });
  const listed = { imageId: await picture() };
  const unsoldId = await who.make.product(person.id, listed);
  const sale = await who.sell(person);
  const purchase = await who.sell(await who.seller(), new Date(), person);
  for (const { bookingId, buyer, seller } of [
    { bookingId: sale.bookingId, buyer: sale.buyer, seller: person },
    { bookingId: purchase.bookingId, buyer: person, seller: undefined },
  ]) {
    await who.requestReturn(buyer, bookingId);
    if (seller) await who.decideReturn(seller, bookingId, 'contested');
  }
  await who.addDisputeStatement(person, sale.bookingId, `I am ${mark}`);
  await who.decideDispute(await who.admin(), sale.bookingId, { reason: `${mark} is right` });
  const clipId = newId(new Date());
  await sql`
    insert into clips (id, host, kind, format, bytes, duration_ms, owner_id, created_at)
    values (${clipId}, 'disk', 'sound', 'mp3', 2000, 1000, ${person.id}, now())`;
  await sql`
    insert into clip_uses (subject_id, position, clip_id, transcript)
    select id, 1, ${clipId}::uuid, ${`A low G, played by ${mark}`} from dispute_statements
    where author_id = ${person.id}
    union all select ${sale.productId}::uuid, 1, ${clipId}::uuid, ${`A scale, played by ${mark}`}`;
  // After the sale, which a trader's time to withdraw would keep open.
  await who.stateTrader(person, {
    status: 'trader',
    name: `Strings of ${mark}`,
    address: `1 ${mark} Street`,
    phone: `555 ${mark}`,
    register: `HRB ${mark}`,
    vat: `DE ${mark}`,
  });
  await shop.database.sql`
    update returns set sent_back_at = now(), back_carrier = ${`${mark} Express`},
      back_tracking = ${`${mark} 9`}
    where booking_id = ${purchase.bookingId}`;
  await addPayout(shop.database, {
    sellerId: person.id,
    state: 'failed',
    failedAt: new Date(),
    reference: `${mark} 7`,
    failure: `The bank of ${mark}`,
  });
  const bank = { email: person.email, holder: person.name, number: 'DE89370400440532013000' };
  await ask(person, '/payout-account', { method: 'PUT', payload: bank });
  const wanted = await who.make.product((await who.seller()).id);
  await who.wishProduct(person, wanted);
  await who.book(await who.buyer(), wanted);
  await ask(person, `/products/${wanted}/alert`, { method: 'PUT' });
  const offer = {
    productId: wanted,
    amount: 60,
    phone: `${mark} 555-0199`,
    location: `${mark} Square`,
  };
  await ask(person, '/offers', { method: 'POST', payload: { ...offer, message: `${mark} asks` } });
  const search = { name: `For ${mark}`, query: { q: `horn of ${mark}` } };
  await ask(person, '/saved-searches', { method: 'POST', payload: search });
  await sql`
    insert into api_keys (id, user_id, name, digest, hint, scopes, addresses, created_at)
    values (${newId(new Date())}, ${person.id}, ${mark}, ${Buffer.from(mark)}, ${mark},
      '{listings:read}', ${[mark]}, now())`;
  await sql`
    insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, user_agent, created_at)
    values (${newId(new Date())}, ${person.id}, ${mark}, ${`https://${mark}.example/push`}, ${mark}, ${mark},
      ${mark}, now())`;
  await sql`
    insert into webhook_endpoints (id, user_id, url, events, sealed_secret, former_secret, created_at)
    values (${newId(new Date())}, ${person.id}, ${`https://${mark}.example/hook`},
      '{listing.sold}', ${mark}, ${mark}, now())`;
  await who.write(person, { productId: wanted }, `Reserve it for ${mark}`);
  await who.write(sale.buyer, { productId: sale.productId, bookingId: sale.bookingId });
  await who.block(person, await who.buyer());
  await ask(person, '/alert-settings', { method: 'PATCH', payload: { wishlist: false } });
  await transaction(shop.database, (tx) =>
    writeAuditEntry(
      tx,
      { action: 'product-changed', actorId: null, subject: person, reason: `${mark} was told` },
      new Date(),
    ),
  );
  await sql`
    insert into reviews (id, booking_id, side, author_id, subject_id, rating, text, created_at,
      published_at, reply, replied_at)
    select ${newId(new Date())}::uuid, id, case when seller_id = ${person.id} then 'seller' else 'buyer' end,
      ${person.id}, case when seller_id = ${person.id} then buyer_id else seller_id end, 5,
      ${`${mark} was pleased`}, now(), null, null, null
    from bookings where id = ${sale.bookingId}
    union all
    select ${newId(new Date())}::uuid, id, 'buyer', buyer_id, seller_id, 4, 'As described', now(), now(),
      ${`Thanks, says ${mark}`}, now()
    from bookings where id = ${sale.bookingId}`;
  await addCases(shop, person.id, wanted, unsoldId);
  await markRows(shop, { ...person, unsoldId, sale, purchase, picture: await picture() });
  return { person, buyer: sale.buyer, sale, purchase, unsoldId, wantedId: wanted, sql };
}

/** A report of theirs that was dismissed and appealed against, and a decision about a listing of theirs with an appeal. */
async function addCases(
  { database: { sql } }: TestShop,
  id: string,
  reportedId: string,
  ownId: string,
): Promise<void> {
  const [seller] = await sql<{ id: string }[]>`
    select seller_id as id from products where id = ${reportedId}`;
  const at = new Date();
  const [reportedCase, ownCase] = [newId(at), newId(at)];
  const content = JSON.stringify({ name: `Horn of ${mark}` });
  await sql`
    insert into cases (id, subject_kind, subject_id, person_id, product_id, state, opened_at, reported,
      outcome, decided_at, facts, ground_kind, ground, appeal_side, appealed_by, appeal, appealed_at,
      appeal_decided_at, appeal_reason)
    values
      (${reportedCase}, 'product', ${reportedId}, ${seller?.id ?? ''}, ${reportedId}, 'upheld', ${at},
        '{"name":"Horn"}', 'dismissed', ${at}, 'Nothing found', null, null, 'reporter', ${id},
        ${`${mark} is sure`}, ${at}, ${at}, 'It stays'),
      (${ownCase}, 'product', ${ownId}, ${id}, ${ownId}, 'upheld', ${at}, ${content}::jsonb, 'warned',
        ${at}, ${`${mark} copied a text`}, 'rules', ${`Rule about ${mark}`}, 'subject', ${id},
        ${`${mark} did not`}, ${at}, ${at}, ${`${mark} did`})`;
  await adoptAppeals(sql, sql`id in (${reportedCase}, ${ownCase})`);
  await sql`
    insert into reports (id, case_id, reference, reporter_id, reason, explanation, law, created_at)
    values (${newId(at)}, ${reportedCase}, 'R-TEST-0001', ${id}, 'illegal', ${`${mark} saw it`},
      ${`Law of ${mark}`}, ${at})`;
}

interface Marked {
  id: string;
  email: string;
  unsoldId: string;
  sale: { bookingId: string; productId: string; paymentId: string };
  purchase: { bookingId: string; paymentId: string };
  picture: string;
}

/** Writes the mark where no call has written it. */
async function markRows(shop: TestShop, person: Marked): Promise<void> {
  const { sql } = shop.database;
  const { id, sale, purchase } = person;
  const bookings = [sale.bookingId, purchase.bookingId];
  const paymentId = purchase.paymentId;
  await sql`
    update products set name = ${`Horn of ${mark}`}, phone = ${`${mark} 55`},
      location = ${`${mark} Street 7`}, description = ${`Played by ${mark}`},
      brand = ${`Sons of ${mark}`}, brand_normal = ${`sonsof${mark}`},
      serial_state = 'number', serial_sealed = ${mark}, papers = ${`${mark} has a certificate`},
      model = ${`${mark} I`}, facts = ${JSON.stringify({ 'kit-sizes': `${mark} inches` })}::jsonb
    where seller_id = ${id}`;
  await sql`
    update products set image_id = ${person.picture} where id = ${sale.productId}`;
  await sql`
    update bookings set product_name = ${`Horn of ${mark}`}, image_id = ${person.picture},
      release_note = ${`${mark} says no`}, trader_name = ${`Strings of ${mark}`},
      trader_address = ${`1 ${mark} Street`} where id = ${sale.bookingId}`;
  await sql`
    update bookings set phone = ${`${mark} 56`}, location = ${`Bridge of ${mark}`}
    where id = ${purchase.bookingId}`;
  const address = [`Ada ${mark}`, `{${mark} Street 7}`, `${mark} 1`, mark, `West ${mark}`];
  await sql`
    insert into booking_addresses (booking_id, name, lines, postcode, city, region, country, changed_at)
    select ${purchase.bookingId}, a[1], a[2]::text[], a[3], a[4], a[5], 'GB', now()
    from (select ${address}::text[] as a) given`;
  await sql`
    insert into delivery_addresses (user_id, name, lines, postcode, city, region, country, changed_at)
    select ${id}, name, lines, postcode, city, region, country, changed_at from booking_addresses
    where booking_id = ${purchase.bookingId}`;
  await sql`
    insert into shipping_prices (product_id, zone_id, price_cents)
    select id, 'everywhere', 100 from products where seller_id = ${id}`;
  await sql`update products set ships = true where seller_id = ${id}`;
  await sql`
    update fulfilments set carrier = ${`${mark} Post`}, tracking = ${`${mark}-1`},
      permit_due_at = paid_at, permit_number = ${`${mark}-P`}, permit_given_at = paid_at,
      cancel_reason = ${`${mark} asked`}, cancellation_requested_at = paid_at,
      cancellation_request_reason = ${`${mark} found another`} where booking_id = any(${bookings}::uuid[])`;
  await sql`
    update returns set reason = ${`${mark} got no sound`} where booking_id = ${purchase.bookingId}`;
  await sql`
    update returns set place = ${`${mark} Street 7`}, contest_reason = ${`${mark} played it`}
    where booking_id = ${sale.bookingId}`;
  await sql`
    update disputes set reason = ${`${mark} played it`} where booking_id = ${sale.bookingId}`;
  await sql`update payments set transaction_id = ${`tx_${mark}`} where id = ${paymentId}`;
  await sql`
    insert into chargebacks (id, provider, provider_dispute_id, payment_id, booking_id, state,
      amount_cents, fee_cents, opened_at, closed_at, checked_at)
    values (${newId(new Date())}, 'sandbox', 'dp_1', ${sale.paymentId}, ${sale.bookingId}, 'won',
      12050, 1500, now(), now(), now())`;
  await sql`
    insert into done_payment_issues (id, kind, payment_id, amount_cents, found_at, note, done_by, done_at)
    values (${paymentId}, 'refund-stuck', ${paymentId}, 1, now(), ${`Told ${mark}`}, ${id}, now())`;
  await sql`
    insert into payment_events (id, provider, provider_event_id, type, payload, received_at, settled_at)
    values (${newId(new Date())}, 'sandbox', 'ev_1', 'x', ${JSON.stringify({ name: mark })}::jsonb,
      now(), now())`;
  await sql`
    insert into product_mails (id, product_id, reason, created_at)
    values (${newId(new Date())}, ${person.unsoldId}, ${`Dear ${mark}`}, now())`;
  await sql`
    insert into queued_mails (id, key, kind, reader_id, subject_id, data, created_at)
    values (${newId(new Date())}, 'product-removed', 'product-removed', ${id}, ${person.unsoldId},
      ${JSON.stringify({ reason: `Dear ${mark}` })}::jsonb, now())`;
  await sql`
    insert into stolen_reports (id, reporter_id, brand, serial_digest, reference, explanation, created_at)
    values (${newId(new Date())}, ${id}, 'Fender', '\\x00', ${`${mark} 4711`}, ${`Taken from ${mark}`}, now())`;
  await sql`
    insert into verification_requests (id, user_id, text, links, sent_at)
    values (${newId(new Date())}, ${id}, ${`The workshop of ${mark}`}, ${[`https://${mark}.example/`]}, now())`;
  await sql`
    insert into billing_details (user_id, name, address, country, vat_number, changed_at)
    values (${id}, ${`Strings of ${mark}`}, ${`1 ${mark} Street`}, 'DE', ${`DE ${mark}`}, now())`;
  await addInvoice(shop.database, id, {
    from: { name: 'The shop', address: ['1 High Street'], country: 'GB' },
    to: { name: `Strings of ${mark}`, address: [`1 ${mark} Street`], country: 'DE' },
  });
  await sql`
    insert into notes (id, person_id, author_id, text, written_at)
    values (${newId(new Date())}, ${id}, ${id}, ${`${mark} called`}, now())`;
  await sql`
    insert into seller_commissions (id, seller_id, basis_points, reason, set_by, applies_from, created_at)
    values (${newId(new Date())}, ${id}, 500, ${`${mark} asked`}, ${id}, now(), now())`;
  await sql`update messages set text_digest = ${mark} where author_id = ${id}`;
  await sql`
    update payout_accounts set provider_account_id = ${`acct_${mark}`} where user_id = ${id}`;
  const importId = newId(new Date());
  const json = JSON.stringify([mark]);
  await sql`
    insert into listing_imports (id, seller_id, created_by, file_name, columns, mapping, state, created_at)
    values (${importId}, ${id}, ${id}, ${`${mark}.csv`}, ${json}::jsonb, ${json}::jsonb, 'mapping', now())`;
  await sql`
    insert into listing_import_rows (import_id, row, cells, generated_id, errors)
    values (${importId}, 1, ${json}::jsonb, ${mark}, ${json}::jsonb)`;
  await sql`
    insert into listing_import_files (import_id, name, aliases, digest, content, bytes)
    values (${importId}, ${`${mark}.jpg`}, array[${mark}], ${mark}, convert_to(${mark}, 'UTF8'), 1)`;
  await sql`
    insert into import_choices (seller_id, field, said, means, changed_at)
    values (${id}, 'phone', '', jsonb_build_object('value', ${mark}::text), now()),
      (${id}, 'condition', ${mark}, '{"condition":"Good"}', now())`;
  await sql`
    insert into imported_pictures (seller_id, source, image_id)
    values (${id}, ${mark}, ${person.picture})`;
  await sql`
    insert into external_ids (seller_id, external_id, product_id, created_at)
    values (${id}, ${`${mark}-1`}, ${sale.productId}, now())`;
  const [identity] = await sql<{ id: string }[]>`
    update auth_users set image = ${`https://pictures.test/${mark}`}
    where email = ${person.email} returning id`;
  await sql`
    update auth_sessions set user_agent = ${`${mark}/1.0`}, ip_address = ${`192.0.2.7 ${mark}`}
    where user_id = ${identity?.id ?? ''}`;
  await sql`
    insert into auth_passkeys (id, user_id, name, public_key, credential_id, counter, device_type,
      backed_up, created_at)
    values (${newId(new Date())}, ${identity?.id ?? ''}, ${`Phone of ${mark}`}, 'k', 'c', 0, 'x',
      false, now())`;
}

/** The columns with text of all tables, as `table.column`. */
export async function textColumns({ sql }: TestShop['database']): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'
      and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'xml', 'bytea',
        'inet', 'cidr', 'ARRAY', 'USER-DEFINED')
      and udt_name not in ('_int4', '_int8', '_uuid', 'xid8')
    order by 1`;
  return rows.map(({ name }) => name);
}

/** The values with the mark in a column, as text. */
export async function markedValues(
  database: TestShop['database'],
  name: string,
): Promise<string[]> {
  const [table, column] = name.split('.').map((part) => rawSql(`"${part}"`));
  if (!table || !column) throw new Error(`${name} is no column`);
  const isBytes = ['listing_import_files.content', 'api_keys.digest'].includes(name);
  const text = isBytes
    ? rawSql(`encode(${name.split('.')[1]}, 'escape')`)
    : /_addresses\.lines|api_keys\.addresses/.test(name)
      ? rawSql(`array_to_string(${name.split('.')[1]}, ' ')`)
      : database.sql`${column}::text`;
  const rows = await database.sql<{ value: string }[]>`
    select ${text} as value from ${table} where ${text} ilike ${`%${mark}%`}`;
  return rows.map(({ value }) => value);
}

/** The columns in which the mark is. */
export async function markedColumns(database: TestShop['database']): Promise<string[]> {
  const found: string[] = [];
  for (const name of await textColumns(database)) {
    if ((await markedValues(database, name)).length > 0) found.push(name);
  }
  return found;
}
