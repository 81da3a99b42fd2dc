import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserExport } from '#contract/user-export.ts';
import { newId } from '../../core/ids.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addImage } from '../../testing/builders.ts';
import { addPayout } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const ask = apiClient(() => shop);
const who = createPeople(shop.database);
const { sql } = shop.database;

/** What of the export comes from the rows of a table; it must be there for `person`, who has rows in each of them. */
const covered: Record<string, (data: UserExport) => unknown> = {
  users: ({ user }) => user.name,
  products: ({ products }) => products[0]?.name,
  images: ({ products }) => products[0]?.image,
  product_images: ({ products }) => products.find(({ images }) => images.length > 1),
  bookings: ({ bookings, sales }) => bookings[0] && sales[0],
  fulfilments: ({ bookings, sales }) => bookings[0]?.fulfilment && sales[0]?.fulfilment,
  payments: ({ payments }) => payments[0],
  returns: ({ returns }) => returns[0]?.contestReason,
  disputes: ({ disputes }) => disputes[0]?.decisionReason,
  dispute_statements: ({ disputes }) => disputes[0]?.statements[0],
  evidence_images: ({ disputes }) => disputes[0]?.statements[0]?.images[0],
  chargebacks: ({ disputes }) => disputes[0]?.chargebacks[0],
  payouts: ({ payouts }) => payouts[0]?.reference,
  payout_accounts: ({ payoutAccount }) => payoutAccount?.number,
  ledger_entries: ({ movements }) => movements[0],
  wishlist_items: ({ wishlist }) => wishlist[0],
  availability_alerts: ({ alerts }) => alerts[0],
  saved_searches: ({ savedSearches }) => savedSearches[0]?.query.q,
  listing_imports: ({ imports }) => imports[0]?.fileName,
  external_ids: ({ products }) => products.find(({ externalId }) => externalId),
  alert_subscriptions: ({ alertSettings }) => !alertSettings.wishlist,
  audit_entries: ({ history }) => history[0],
};

/** Why the rows of a table are not in the export. */
const leftOut: Record<string, string> = {
  listing_import_rows: 'A file of the person’s own; what was listed from it is in `products`',
  payment_intents: 'Attempts to pay; what was charged is in `payments`',
  payment_events: 'What the card provider reported, word for word, for the bookkeeping',
  done_payment_issues: 'What admins noted for each other about a refund',
  payout_reversals: 'What was taken back is in `movements`',
  ledger_differences: 'Of the books of the shop',
  event_counts: 'Of no person',
  event_count_progress: 'Of no person',
  running_servers: 'Of no person',
  wrong_codes: 'Only count attempts, and are deleted after an hour',
  mails: 'What was mailed about a sale is in the export itself',
  payout_mails: 'What was mailed about payouts is in the export itself',
  product_mails: 'What was mailed about products is in the export itself',
  product_news: 'Of no person',
  wishlist_news: 'What is about to be mailed of a product on the wishlist, and deleted then',
  alert_mails: 'What was mailed about news is what was in the shop',
  account_mails: 'What was mailed about the account; its links are secret',
  auth_users: 'Name and email are those of `user`',
  auth_sessions: 'On the profile page, where they can be ended; their tokens are secret',
  auth_accounts: 'The password and the tokens of the sign-in provider are secret',
  auth_verifications: 'Links that were mailed are secret, and end within hours',
  auth_two_factors: 'The secrets of the second factor',
  auth_passkeys: 'On the profile page; the keys are of use to nobody else',
  auth_keys: 'Keys of the shop',
  auth_tries: 'Counts attempts by digests, and they end within a day',
  auth_known_devices: 'Digests that tell nobody which device or place it was',
  firebase_ended_sessions: 'Ids of sessions that have ended, at Firebase',
  firebase_proven_emails: 'The email is that of `user`',
  sandbox_intents: 'Of the sandbox, which moves no money',
  sandbox_refunds: 'Of the sandbox',
  sandbox_disputes: 'Of the sandbox',
  sandbox_events: 'Of the sandbox',
  sandbox_accounts: 'Of the sandbox',
  sandbox_payouts: 'Of the sandbox',
  sandbox_reversals: 'Of the sandbox',
  balance_movements: 'Movements at the card provider; those of a sale are in the ledger',
  balance_readings: 'Of no person',
  search_progress: 'Of no person',
  search_vocabulary: 'Words of all listings, without who wrote them',
  catalogue_changes: 'Tells servers which responses to read again, and is deleted soon',
  shared_secrets: 'Of no person',
  shop_currency: 'Of no person',
  job_runs: 'Of no person',
};

let person: KnownUser;
let buyer: KnownUser;
let data: UserExport;

beforeAll(async () => {
  person = await who.seller();
  const sale = await who.sell(person);
  buyer = sale.buyer;
  await addSecondPicture(sale.productId);
  await argue(sale.bookingId);
  await sql`
    insert into chargebacks (id, provider, provider_dispute_id, payment_id, booking_id, state,
      amount_cents, fee_cents, opened_at, checked_at)
    values (${newId(new Date())}, 'sandbox', 'dp_1', ${sale.paymentId}, ${sale.bookingId}, 'open',
      12050, 1500, now(), now())`;
  await who.sell(await who.seller(), new Date(), person);
  await addPayout(shop.database, { sellerId: person.id, state: 'taken', reference: 'Transfer 7' });
  const details = { email: person.email, holder: 'Ada Fife', number: 'DE89370400440532013000' };
  await ask(person, '/payout-account', { method: 'PUT', payload: details });
  const wanted = await who.make.product((await who.seller()).id);
  await who.wishProduct(person, wanted);
  await who.book(await who.buyer(), wanted);
  await ask(person, `/products/${wanted}/alert`, { method: 'PUT' });
  const search = { name: 'Trumpets', query: { q: 'trumpet' } };
  await ask(person, '/saved-searches', { method: 'POST', payload: search });
  await ask(person, '/alert-settings', { method: 'PATCH', payload: { wishlist: false } });
  await sql`
    insert into listing_imports (id, seller_id, created_by, file_name, state, created_at)
    values (${newId(new Date())}, ${person.id}, ${person.id}, 'stock.csv', 'mapping', now())`;
  await sql`
    insert into external_ids (seller_id, external_id, product_id, created_at)
    values (${person.id}, 'T-1', ${sale.productId}, now())`;
  await who.verify(await who.admin(), person);
  data = (await ask<UserExport>(person, `/users/${person.id}/export`)).body;
});

async function addSecondPicture(productId: string) {
  const imageId = await addImage(shop.database);
  await sql`
    insert into product_images (product_id, position, image_id)
    values (${productId}, 2, ${imageId})`;
}

/** A return that is contested and decided, with a text and a picture of the seller. */
async function argue(bookingId: string) {
  await who.requestReturn(buyer, bookingId);
  await who.decideReturn(person, bookingId, 'contested');
  const imageId = await addImage(shop.database, { host: 'disk', width: 800, widths: [800] });
  const payload = {
    text: 'I tuned it the day before',
    images: [`https://shop.test/pictures/${imageId}/800.webp`],
  };
  await ask(person, `/bookings/${bookingId}/dispute/statements`, { method: 'POST', payload });
  await who.decideDispute(await who.admin(), bookingId, { reason: 'The sale stands' });
}

describe('the export of a user’s data', () => {
  it('covers every table of the database, or says why not', async () => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
    const named = [...Object.keys(covered), ...Object.keys(leftOut)];
    expect(named.sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  it.each(Object.entries(covered))('has what is stored in %s', (_table, find) => {
    expect(find(data)).toBeTruthy();
  });

  it('tells a sale to its end: handover, return, dispute with texts, and decision', () => {
    const [sale] = data.sales;
    expect(sale?.fulfilment).toMatchObject({ state: 'completed' });
    expect(data.returns).toMatchObject([
      { bookingId: sale?._id, side: 'seller', reason: 'It does not sound', state: 'lapsed' },
    ]);
    expect(data.disputes).toMatchObject([
      {
        side: 'seller',
        cause: 'return-contested',
        openedBy: 'seller',
        refund: 0,
        state: 'decided',
        decisionReason: 'The sale stands',
        chargebacks: [{ amount: 120.5 }],
        statements: [{ author: 'seller', text: 'I tuned it the day before' }],
      },
    ]);
  });

  it('has the movements of all statements, and the account masked', () => {
    expect(data.movements).toMatchObject([
      { kind: 'charge', account: 'pending', amount: 120.5 },
      { kind: 'release', account: 'available', amount: 120.5 },
      { kind: 'release', account: 'pending', amount: -120.5 },
    ]);
    expect(data.payoutAccount).toMatchObject({ holder: 'Ada Fife', number: '•••• 3000' });
    expect(JSON.stringify(data)).not.toContain('DE8937');
  });

  it('is as complete for the other side, and names nobody else', async () => {
    const { body } = await ask<UserExport>(buyer, `/users/${buyer.id}/export`);
    expect(body.returns).toMatchObject([{ side: 'buyer', state: 'lapsed' }]);
    expect(body.disputes).toMatchObject([{ side: 'buyer', statements: [{ author: 'seller' }] }]);
    expect(body.movements).toEqual([]);
    for (const [own, other] of [
      [data, buyer],
      [body, person],
    ] as const) {
      expect(JSON.stringify(own)).not.toContain(other.email);
      expect(JSON.stringify(own)).not.toContain(other.id);
    }
  });
});
