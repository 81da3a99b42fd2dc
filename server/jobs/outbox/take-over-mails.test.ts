import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { queueNewsMail } from '../../features/alerts/news-mail.ts';
import { queueSaleMail } from '../../features/mails/queue-sale-mail.ts';
import { queueCaseMail } from '../../features/moderation/queue-case-mail.ts';
import { queueOfferMail } from '../../features/offers/mails.ts';
import { queueProductMail } from '../../features/products/mails.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { sendMails } from './send-mails.ts';
import { takeOverMails } from './take-over-mails.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());
beforeEach(() => shop.database.sql`delete from queued_mails`);

const at = new Date();
const queued = () => shop.database.sql<{ kind: string; to: string | null; key: string }[]>`
  select m.kind, m.key, u.email as "to" from queued_mails m left join users u on u.id = m.reader_id
  order by m.kind, m.key`;

it('mails in the outboxes of the previous version are taken over once, to the same readers under the same keys', async () => {
  const { sql } = shop.database;
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const { bookingId, productId } = await people.sell(seller);
  const offerId = await people.offer(buyer, await people.make.product(seller.id));
  const threadId = await people.write(buyer, { productId: await people.make.product(seller.id) });
  const subscriptionId = newId(at);
  await sql`
    insert into alert_subscriptions (id, user_id, topic, created_at)
    values (${subscriptionId}, ${buyer.id}, 'wishlist', ${at})`;
  const report = await apiClient(() => shop)(buyer, '/reports', {
    method: 'POST',
    payload: {
      subject: { kind: 'product', id: productId },
      reason: 'counterfeit',
      explanation: 'It is a copy',
      goodFaith: true,
    },
  });
  const [reported] = await sql<{ caseId: string; reportId: string }[]>`
    select case_id as "caseId", id as "reportId" from reports where reporter_id = ${buyer.id}`;
  if (!reported) throw new Error(JSON.stringify(report.body));
  const { caseId, reportId } = reported;
  const newMails = () =>
    transaction(shop.database, async (tx) => {
      queueSaleMail(tx, { kind: 'paid', bookingId }, at);
      queueOfferMail(tx, { kind: 'offer-made', offerId, step: 1, readers: ['seller'] }, at);
      queueProductMail(tx, { productId, reason: 'A copy' }, at);
      queueCaseMail(tx, { kind: 'report-received', caseId, reportId }, at);
      queueCaseMail(tx, { kind: 'decision-made', caseId }, at);
      await queueNewsMail(tx, { kind: 'news-wishlist', subscriptionId, until: at }, at);
    });
  await sql`delete from queued_mails`;
  await newMails();
  const expected = await queued();
  await sql`delete from queued_mails`;

  await sql`
    insert into mails (id, key, kind, reader, booking_id, created_at) values
      (${newId(at)}, ${`paid:buyer:${bookingId}`}, 'paid', 'buyer', ${bookingId}, ${at}),
      (${newId(at)}, ${`paid:seller:${bookingId}`}, 'paid', 'seller', ${bookingId}, ${at})`;
  await sql`
    insert into offer_mails (id, offer_id, kind, reader, step, created_at)
    values (${newId(at)}, ${offerId}, 'offer-made', 'seller', 1, ${at})`;
  await sql`
    insert into product_mails (id, product_id, reason, created_at)
    values (${newId(at)}, ${productId}, 'A copy', ${at})`;
  await sql`
    insert into case_mails (id, case_id, report_id, kind, created_at) values
      (${newId(at)}, ${caseId}, ${reportId}, 'report-received', ${at}),
      (${newId(at)}, ${caseId}, null, 'decision-made', ${at})`;
  await sql`
    insert into alert_mails (id, subscription_id, until, created_at)
    values (${newId(at)}, ${subscriptionId}, ${at}, ${at})`;
  expect(await takeOverMails(sql)).toBe(7);
  expect(await queued()).toEqual(expected);
  expect(await takeOverMails(sql)).toBe(0);
  await newMails();
  expect(await queued()).toEqual(expected);

  await sql`
    insert into message_mails (id, thread_id, reader_id, created_at)
    values (${newId(at)}, ${threadId}, ${seller.id}, ${at})`;
  await sql`
    insert into payout_mails (id, user_id, kind, created_at)
    values (${newId(at)}, ${seller.id}, 'payout-account-changed', ${at})`;
  await sql`
    with identity as (
      insert into auth_users (id, name, email, created_at, updated_at)
      values (${newId(at)}, 'Nora', ${`${newId(at)}@reprise.test`}, ${at}, ${at}) returning id
    )
    insert into account_mails (id, kind, identity_id, origin, created_at)
    select ${newId(at)}, 'reset', id, 'https://shop.test', ${at} from identity`;
  expect(await takeOverMails(sql)).toBe(3);
  const kinds = (await queued()).map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['new-messages', 'payout-account-changed', 'reset']),
  );
});

it('a mail that a server of the version before is sending is left to it, and one that was refused is sent', async () => {
  const { sql } = shop.database;
  const seller = await people.seller();
  await sql`
    insert into payout_mails (id, user_id, kind, created_at, tried_at, attempts, last_fault) values
      (${newId(at)}, ${seller.id}, 'payout-account-changed', ${at}, now(), 1, null),
      (${newId(at)}, ${seller.id}, 'payout-account-needed', ${at}, now(), 1, 'Refused')`;
  expect(await takeOverMails(sql)).toBe(1);
  const sent: Parameters<typeof mailSending>[1] = [];
  expect(await sendMails(mailSending(shop, sent))).toBe(1);
  expect(sent).toMatchObject([{ to: seller.email, subject: 'Add your bank account to get paid' }]);
});

it('a reminder that a server of the version before has sent is not sent again', async () => {
  const { sql } = shop.database;
  const { bookingId } = await people.sell(await people.seller());
  await sql`
    insert into mails (id, key, kind, reader, booking_id, created_at, sent_at)
    values (${newId(at)}, ${`may-cancel:buyer:${bookingId}`}, 'may-cancel', 'buyer', ${bookingId}, ${at}, ${at})`;
  await takeOverMails(sql);
  const announce = () =>
    transaction(shop.database, async (tx) =>
      queueSaleMail(tx, { kind: 'may-cancel', bookingId, readers: ['buyer'] }, at),
    );
  await announce();
  expect(await sendMails(mailSending(shop, []), ['may-cancel'])).toBe(0);
  await sql`delete from queued_mails`;
  await announce();
  const waiting = await sql`select from queued_mails where kind = 'may-cancel' and sent_at is null`;
  expect(waiting).toHaveLength(1);
});
