import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type UserExport, userExport } from '#contract/users/user-export.ts';
import { newId } from '../../core/ids.ts';
import { type PersonalColumn, personalColumns } from '../../database/personal-columns.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addImage } from '../../testing/builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { addWholePerson, mark, markedValues } from '../../testing/whole-person.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const ask = apiClient(() => shop);
const who = createPeople(shop.database);
const { sql } = shop.database;

/** What of the export comes from the rows of a table; it must be there for `person`, who has rows in each of them. */
const covered: Record<string, (data: UserExport) => unknown> = {
  users: ({ user }) => user.name,
  traders: ({ user }) => user.trader?.status,
  delivery_addresses: ({ address }) => address?.city,
  booking_addresses: ({ bookings }) => bookings.find(({ address }) => address),
  products: ({ products }) => products[0]?.name,
  shipping_prices: ({ products }) => products.find(({ delivery }) => delivery.shipping),
  images: ({ products }) => products[0]?.image,
  product_images: ({ products }) => products.find(({ images }) => images.length > 1),
  bookings: ({ bookings, sales }) => bookings[0] && sales[0],
  fulfilments: ({ bookings, sales }) => bookings[0]?.fulfilment && sales[0]?.fulfilment,
  payments: ({ payments }) => payments[0],
  returns: ({ returns }) => returns.find(({ contestReason }) => contestReason),
  disputes: ({ disputes }) => disputes[0]?.decisionReason,
  dispute_statements: ({ disputes }) => disputes[0]?.statements[0],
  clips: ({ products }) => products.find(({ clips }) => clips?.[0]?.transcript),
  clip_uses: ({ disputes }) => disputes[0]?.statements[0]?.clips?.[0],
  evidence_images: ({ disputes }) => disputes[0]?.statements[0]?.images[0],
  chargebacks: ({ disputes }) => disputes[0]?.chargebacks[0],
  invoices: ({ invoices }) => invoices[0]?.to.name,
  billing_details: ({ billingDetails }) => billingDetails?.country,
  seller_commissions: ({ commissions }) => commissions[0]?.reason,
  payouts: ({ payouts }) => payouts[0]?.reference,
  payout_accounts: ({ payoutAccount }) => payoutAccount?.number,
  ledger_entries: ({ movements }) => movements[0],
  threads: ({ threads }) => threads.find(({ side }) => side === 'seller'),
  messages: ({ threads }) => threads.find(({ messages }) => messages[0]),
  blocks: ({ blocks }) => blocks[0],
  wishlist_items: ({ wishlist }) => wishlist[0],
  availability_alerts: ({ alerts }) => alerts[0],
  api_keys: ({ keys }) => keys[0]?.hint,
  push_subscriptions: ({ pushSubscriptions }) => pushSubscriptions[0]?.device,
  webhook_endpoints: ({ webhooks }) => webhooks[0]?.url,
  saved_searches: ({ savedSearches }) => savedSearches[0]?.query.q,
  import_choices: ({ importChoices }) => importChoices[0]?.said,
  listing_imports: ({ imports }) => imports[0]?.fileName,
  offers: ({ offers }) => offers.find(({ as }) => as === 'buyer')?.message,
  reviews: ({ reviews }) => reviews.find(({ as }) => as === 'author')?.text,
  notes: ({ notes }) => notes[0]?.text,
  cases: ({ decisions }) => decisions[0]?.facts,
  appeals: ({ decisions }) => decisions[0]?.appeal,
  reports: ({ reports }) => reports[0]?.reference,
  verification_requests: ({ verification }) => verification?.text,
  stolen_reports: ({ stolen }) => stolen[0]?.explanation,
  external_ids: ({ products }) => products.find(({ externalId }) => externalId),
  alert_subscriptions: ({ alertSettings }) => !alertSettings.wishlist,
  audit_entries: ({ history }) => history[0],
};

/** Why the rows of a table are not in the export. */
const leftOut: Record<string, string> = {
  mail_pauses:
    'When a mail about offers, bookings or statements went out last, so that no second one follows',
  listing_import_files: 'A file of the person’s own, until the import is done',
  imported_pictures: 'Digests of addresses in such files',
  listing_import_rows: 'A file of the person’s own; what was listed from it is in `products`',
  payment_intents: 'Attempts to pay; what was charged is in `payments`',
  payment_events: 'What the card provider reported, word for word, for the bookkeeping',
  done_payment_issues: 'What admins noted for each other about a refund',
  invoice_entries: 'What is on each invoice is in `movements`',
  invoice_years: 'Of no person',
  payout_reversals: 'What was taken back is in `movements`',
  ledger_differences: 'Of the books of the shop',
  event_counts: 'Of no person',
  event_count_progress: 'Of no person',
  running_servers: 'Of no person',
  wrong_codes: 'Only count attempts, and are deleted after an hour',
  thread_sides: 'How far each side of a thread has read',
  case_mails: 'What was mailed about reports and decisions is in the export itself',
  message_mails: 'What was mailed about messages is that there were some',
  queued_mails: 'What was mailed is about what is in the export itself',
  mails: 'What was mailed about a sale is in the export itself',
  offer_mails: 'What was mailed about offers is in the export itself',
  payout_mails: 'What was mailed about payouts is in the export itself',
  product_mails: 'What was mailed about products is in the export itself',
  product_news: 'Of no person',
  former_prices:
    'Of the last 30 days, by which a drop of a price is told from a price that was raised before',
  product_views: 'Numbers for each day, without who has looked',
  seller_measures: 'Made from the times of messages and sales, which are in the export itself',
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
  case_hints:
    'Which listings are alike, as the comparison found them; the decision is in the export',
  search_progress: 'Of no person',
  search_vocabulary: 'Words of all listings, without who wrote them',
  catalogue_changes: 'Tells servers which responses to read again, and is deleted soon',
  queued_pushes: 'What mails have said, until a device has it, for a day at most',
  webhook_deliveries: 'Ids and times of what is in the export itself, deleted after 30 days',
  shared_secrets: 'Of no person',
  shop_currency: 'Of no person',
  job_runs: 'Of no person',
};

let person: KnownUser;
let buyer: KnownUser;
let data: UserExport;
let text: string;

beforeAll(async () => {
  const whole = await addWholePerson(shop);
  ({ person, buyer } = whole);
  await addSecondPicture(whole.sale.productId);
  await argue(whole.sale.bookingId);
  await who.verify(await who.admin(), person);
  ({ data, text } = await exportOf(person));
});

async function exportOf(user: KnownUser) {
  const url = `/api/users/${user.id}/export`;
  const reply = await shop.app.inject({ url, headers: await shop.as(user) });
  expect(reply.statusCode, reply.body).toBe(200);
  // Strict, so that the stream has just the fields that the contract names.
  return { data: strictly(userExport).parse(reply.json()) as UserExport, text: reply.body };
}

/** The schema with all of its objects strict. */
function strictly(schema: z.ZodType): z.ZodType {
  return z.fromJSONSchema(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
}

async function addSecondPicture(productId: string) {
  const imageId = await addImage(shop.database);
  await sql`
    insert into product_images (product_id, position, image_id)
    values (${productId}, 2, ${imageId})`;
}

/** A text of the seller with a picture, in the dispute that was decided. */
async function argue(bookingId: string) {
  const imageId = await addImage(shop.database, { host: 'disk', width: 800, widths: [800] });
  await sql`
    insert into evidence_images (subject_id, position, image_id)
    select s.id, 1, ${imageId} from dispute_statements s
    join disputes d on d.id = s.dispute_id where d.booking_id = ${bookingId}`;
}

describe('the export of a user’s data', () => {
  it('the export of a user covers every table of the database, or says why not', async () => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
    const named = [...Object.keys(covered), ...Object.keys(leftOut)];
    expect(named.sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  it.each(Object.entries(covered))(
    'the export of a user has what is stored in %s',
    (_table, find) => {
      expect(find(data)).toBeTruthy();
    },
  );

  it.each(
    Object.entries<PersonalColumn>(personalColumns).filter(([, { notExported }]) => !notExported),
  )('the export of a user has everything personal in %s', async (name) => {
    const values = await markedValues(shop.database, name);
    const cannotBeMarked = ['ledger_entries.debit', 'ledger_entries.credit'];
    if (![...cannotBeMarked, 'payout_accounts.sealed_details'].includes(name)) {
      expect(values).not.toEqual([]);
    }
    for (const value of values) {
      const texts = textsIn(value);
      for (const one of texts.filter((part) => String(part).includes(mark))) {
        expect(text).toContain(JSON.stringify(one).slice(1, -1));
      }
    }
  });

  it('the export of a user needs a recent proof of identity', async () => {
    const stale = await shop.callers.issueToken(person, {
      signedInAt: new Date(Date.now() - 11 * 60_000),
    });
    const reply = await shop.app.inject({
      url: `/api/users/${person.id}/export`,
      headers: { authorization: `Bearer ${stale}` },
    });
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'recent-sign-in-required' });
  });

  it('an admin can run the export for a written request, with an audit entry', async () => {
    const admin = await who.admin();
    const url = `/api/users/${buyer.id}/export`;
    const reply = await shop.app.inject({ url, headers: await shop.as(admin) });
    expect(reply.json()).toMatchObject({ user: { email: buyer.email } });
    const stale = await shop.callers.issueToken(admin, {
      signedInAt: new Date(Date.now() - 11 * 60_000),
    });
    const later = await shop.app.inject({ url, headers: { authorization: `Bearer ${stale}` } });
    expect(later.statusCode).toBe(403);
    const entries = await sql`
      select action, actor_id from audit_entries
      where subject_id = ${buyer.id} and action = 'person-exported'`;
    expect([...entries]).toEqual([{ action: 'person-exported', actor_id: admin.id }]);
    const nobody = await shop.app.inject({
      url: `/api/users/${newId(new Date())}/export`,
      headers: await shop.as(admin),
    });
    expect(nobody.statusCode).toBe(404);
  });

  it('the export has all rows of more than one page, once each', async () => {
    const seller = await who.seller();
    const [first] = [await who.make.product(seller.id)];
    await sql`
      insert into products (id, seller_id, name, price_cents, condition, phone, location,
        description, purchase_year, image_id, status, created_at)
      select gen_random_uuid(), seller_id, name || n, price_cents, condition, phone, location,
        description, purchase_year, image_id, status, created_at
      from products, generate_series(1, 449) n where id = ${first}`;
    const { data: many } = await exportOf(seller);
    expect(new Set(many.products.map(({ _id }) => _id)).size).toBe(450);
    expect(many.products).toHaveLength(450);
  });

  it('the export describes a sale to its end: handover, return, dispute with texts, and decision', () => {
    const [sale] = data.sales;
    expect(sale?.fulfilment).toMatchObject({ state: 'completed' });
    expect(data.returns).toMatchObject([
      { side: 'buyer', reason: 'Quastel got no sound' },
      { bookingId: sale?._id, side: 'seller', reason: 'It does not sound', state: 'lapsed' },
    ]);
    expect(data.disputes).toMatchObject([
      {
        side: 'seller',
        cause: 'return-contested',
        openedBy: 'seller',
        refund: 0,
        state: 'decided',
        decisionReason: 'Quastel is right',
        chargebacks: [{ amount: 120.5 }],
        statements: [{ author: 'seller', text: 'I am Quastel' }],
      },
    ]);
  });

  it('the export has the movements of all statements, with the account masked', () => {
    expect(data.movements).toMatchObject([
      { kind: 'charge', account: 'pending', amount: 120.5 },
      { kind: 'release', account: 'available', amount: 120.5 },
      { kind: 'release', account: 'pending', amount: -120.5 },
    ]);
    expect(data.payoutAccount).toMatchObject({ holder: 'Ada Quastel', number: '•••• 3000' });
    expect(JSON.stringify(data)).not.toContain('DE8937');
  });

  it('the export is as complete for the other side, and names no one else', async () => {
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

/** What a column holds, as text: the parts of JSON, those of a list, or itself. */
function textsIn(value: string): unknown[] {
  if (value.startsWith('{"')) return Object.values(JSON.parse(value));
  return value.startsWith('{') ? value.slice(1, -1).split(',') : [value];
}
