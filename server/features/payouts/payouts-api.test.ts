import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payoutMailKinds } from '#contract/operations/mail-kinds.ts';
import type { AccountBalance } from '#contract/payouts/ledger.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { releaseMoney } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { createDetailsSeal } from './payout-details.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let admin: KnownUser;

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  admin = await people.admin();
});
afterAll(() => shop.close());

async function send(
  user: KnownUser,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
) {
  const headers = await shop.as(user);
  const reply = await shop.app.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: reply.json };
}

/** A seller with one sale of $120.50 whose money is released. */
async function sellerWithMoney() {
  const seller = await people.seller();
  const { bookingId, paymentId } = await people.sell(seller);
  await releaseMoney(shop.database, bookingId);
  return { seller, bookingId, paymentId };
}

async function earningsOf(seller: KnownUser) {
  return (await send(seller, 'GET', `/earnings?email=${seller.email}`)).body();
}

async function payoutsOf(seller: KnownUser): Promise<Payout[]> {
  return (await send(seller, 'GET', `/payouts?email=${seller.email}`)).body();
}

describe('manual payouts', () => {
  it('a manual payout starts with what is due, is in the file for the bank, and ends with a reference', async () => {
    const { seller } = await sellerWithMoney();
    const details = { email: seller.email, holder: 'Ada Fife', number: 'DE89370400440532013000' };
    await send(seller, 'PUT', '/payout-account', details);
    const [due] = (await send(admin, 'GET', '/payouts?state=due')).body<Payout[]>();
    expect(due).toMatchObject({
      _id: seller.id,
      seller: { email: seller.email },
      amount: 120.5,
      state: 'due',
      account: { state: 'ready', holder: 'Ada Fife', number: '•••• 3000' },
    });

    const started = await send(admin, 'POST', '/payouts', { email: seller.email });
    expect(started.status, started.text).toBe(201);
    expect(await earningsOf(seller)).toMatchObject({ pending: 0, available: 0, paidOut: 120.5 });
    const file = await send(admin, 'GET', '/payouts/bank.csv');
    expect(file.headers['content-type']).toMatch('text/csv');
    expect(file.text).toContain(
      'Ada Fife,Ada Fife,DE89370400440532013000,120.50,USD,Reprise payout',
    );

    const id = started.body<{ insertedId: string }>().insertedId;
    const paid = { state: 'paid', reference: 'Transfer 7' };
    expect((await send(admin, 'PUT', `/payouts/${id}`, paid)).body()).toMatchObject({
      modifiedCount: 1,
    });
    expect((await send(admin, 'PUT', `/payouts/${id}`, paid)).body()).toMatchObject({
      modifiedCount: 0,
    });
    expect(await payoutsOf(seller)).toMatchObject([
      { _id: id, state: 'paid', reference: 'Transfer 7' },
    ]);
    expect((await send(admin, 'GET', '/payouts/bank.csv')).text).not.toContain(id);
  });

  it('an account that was encrypted with a lost secret is missing, and takes no list with it', async () => {
    const readable = await sellerWithMoney();
    const { seller } = await sellerWithMoney();
    for (const { email } of [readable.seller, seller]) {
      const details = { email, holder: 'Ada Fife', number: 'DE89370400440532013000' };
      await send(
        seller.email === email ? seller : readable.seller,
        'PUT',
        '/payout-account',
        details,
      );
    }
    const sealed = createDetailsSeal('lost').seal(seller.id, { holder: 'Ada', number: '1' });
    await shop.database.sql`
      update payout_accounts set sealed_details = ${sealed} where user_id = ${seller.id}`;
    const accountsOf = (listed: Payout[]) =>
      [seller, readable.seller].map(
        ({ id }) => listed.find((payout) => payout.seller._id === id)?.account.state,
      );
    const due = await send(admin, 'GET', '/payouts?state=due');
    expect(due.status, due.text).toBe(200);
    expect(accountsOf(due.body())).toEqual(['missing', 'ready']);
    const own = await send(seller, 'GET', `/payout-account?email=${seller.email}`);
    expect(own.body()).toEqual({ provider: 'manual', state: 'missing' });
    const exported = await send(seller, 'GET', `/users/${seller.id}/export`);
    expect(exported.status, exported.text).toBe(200);
    for (const { email } of [seller, readable.seller]) {
      await send(admin, 'POST', '/payouts', { email });
    }
    const file = await send(admin, 'GET', '/payouts/bank.csv');
    expect(file.status, file.text).toBe(200);
    expect(file.text).toContain('Ada Fife,DE89370400440532013000,120.50');
    expect(file.text).toContain(`${seller.name},,,120.50`);
    expect((await payoutsOf(seller))[0]?.account).toEqual({ state: 'missing' });
  });

  it('a pending payout says when a dispute about its money was opened later', async () => {
    const { seller, bookingId: paidBefore } = await sellerWithMoney();
    const start = async () => {
      const reply = await send(admin, 'POST', '/payouts', { email: seller.email });
      return reply.body<{ insertedId: string }>().insertedId;
    };
    const first = await start();
    await send(admin, 'PUT', `/payouts/${first}`, { state: 'paid', reference: 'Transfer 1' });
    const { bookingId } = await people.sell(seller);
    await releaseMoney(shop.database, bookingId);
    const second = await start();
    const listed = async () => {
      const reply = await send(admin, 'GET', '/payouts?state=taken');
      return reply.body<Payout[]>().find(({ _id }) => _id === second);
    };
    const dispute = (id: string) => shop.database.sql`
      insert into disputes (id, booking_id, cause, reason, state, opened_at)
      values (gen_random_uuid(), ${id}, 'chargeback', 'The bank asks', 'open', now())`;
    await dispute(paidBefore);
    expect(await listed()).toMatchObject({ state: 'taken' });
    expect(await listed()).not.toHaveProperty('disputedAt');
    await dispute(bookingId);
    expect(await listed()).toMatchObject({ state: 'taken', disputedAt: expect.any(String) });
    await shop.database.sql`
      update disputes set state = 'decided', decided_at = now(), refund_cents = 0, goes_back = false,
        decision_reason = 'The bank decided' where booking_id = ${bookingId}`;
    expect(await listed()).not.toHaveProperty('disputedAt');
  });

  it('a failed payout gives the money back to the seller, who can be paid again', async () => {
    const { seller } = await sellerWithMoney();
    const first = await send(admin, 'POST', '/payouts', { email: seller.email });
    const { insertedId } = first.body<{ insertedId: string }>();
    await send(admin, 'PUT', `/payouts/${insertedId}`, {
      state: 'failed',
      reason: 'Account closed',
    });
    expect(await earningsOf(seller)).toMatchObject({ available: 120.5, paidOut: 0 });
    expect((await send(admin, 'POST', '/payouts', { email: seller.email })).status).toBe(201);
    expect(await earningsOf(seller)).toMatchObject({ available: 0, paidOut: 120.5 });
  });

  it.each([
    [{ state: 'paid' }, 'reference'],
    [{ state: 'failed' }, 'reason'],
    [{ state: 'taken' }, 'state'],
  ])('a manual payout refuses %j, with the name of the field', async (payload, field) => {
    const { seller } = await sellerWithMoney();
    const started = await send(admin, 'POST', '/payouts', { email: seller.email });
    const { insertedId } = started.body<{ insertedId: string }>();
    const refused = await send(admin, 'PUT', `/payouts/${insertedId}`, payload);
    expect(refused.status).toBe(400);
    expect(refused.body()).toMatchObject({ errors: [{ field }], modifiedCount: 0 });
  });

  it('a payout of unreleased or already paid money is refused', async () => {
    const seller = await people.seller();
    const { bookingId } = await people.sell(seller);
    expect(await earningsOf(seller)).toMatchObject({ pending: 120.5, available: 0 });
    expect((await send(admin, 'POST', '/payouts', { email: seller.email })).status).toBe(409);
    await releaseMoney(shop.database, bookingId);
    expect((await send(admin, 'POST', '/payouts', { email: seller.email })).status).toBe(201);
    expect((await send(admin, 'POST', '/payouts', { email: seller.email })).status).toBe(409);
  });

  it('the payout of a disputed sale waits until the dispute has ended', async () => {
    const { seller, bookingId } = await sellerWithMoney();
    const isDue = async () => {
      const due = (await send(admin, 'GET', '/payouts?state=due')).body<Payout[]>();
      return due.some(({ _id }) => _id === seller.id);
    };
    await shop.database.sql`
      insert into disputes (id, booking_id, cause, state, opened_at)
      values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', now())`;
    expect(await isDue()).toBe(false);
    expect((await send(admin, 'POST', '/payouts', { email: seller.email })).status).toBe(409);
    await shop.database.sql`
      update disputes set state = 'decided', decided_at = now(), refund_cents = 0, goes_back = false
      where booking_id = ${bookingId}`;
    expect(await isDue()).toBe(true);
    expect((await send(admin, 'POST', '/payouts', { email: seller.email })).status).toBe(201);
  });

  it('a payout is started once by two admins at the same time, and once for an Idempotency-Key', async () => {
    const { seller } = await sellerWithMoney();
    const other = await people.admin();
    const replies = await Promise.all(
      [admin, other, admin, other].map((one) =>
        send(one, 'POST', '/payouts', { email: seller.email }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await payoutsOf(seller)).toHaveLength(1);

    const { seller: second } = await sellerWithMoney();
    const headers = { ...(await shop.as(admin)), 'idempotency-key': `key-${second.id}` };
    const post = () =>
      shop.app.inject({
        method: 'POST',
        url: '/api/payouts',
        headers,
        payload: { email: second.email },
      });
    const twice = await Promise.all([post(), post()]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(twice[0]?.json()).toEqual(twice[1]?.json());
    const { seller: third } = await sellerWithMoney();
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/payouts',
      headers,
      payload: { email: third.email },
    });
    expect(reply.statusCode).toBe(422);
  });

  it('a payout to a removed seller whose address has a new account names the seller by id', async () => {
    const { seller: removed } = await sellerWithMoney();
    await people.remove(admin, removed);
    const { email } = removed;
    const next = await people.make.user({ role: 'seller', email });
    const due = (await send(admin, 'GET', '/payouts?state=due')).body<Payout[]>();
    expect(due).toContainEqual(
      expect.objectContaining({
        seller: expect.objectContaining({ _id: removed.id, email }),
        amount: 120.5,
      }),
    );
    expect((await send(admin, 'POST', '/payouts', { email })).status).toBe(409);
    const strangers = { email: (await people.seller()).email, sellerId: removed.id };
    expect((await send(admin, 'POST', '/payouts', strangers)).status).toBe(404);
    const started = await send(admin, 'POST', '/payouts', { email, sellerId: removed.id });
    expect(started.status, started.text).toBe(201);
    const paid = await shop.database.sql<{ sellerId: string }[]>`
      select seller_id as "sellerId" from payouts where seller_id in (${removed.id}, ${next.id})`;
    expect([...paid]).toEqual([{ sellerId: removed.id }]);
    const malformed = { email, sellerId: 'x' };
    expect((await send(admin, 'POST', '/payouts', malformed)).body()).toMatchObject({
      status: 400,
      errors: [{ field: 'sellerId' }],
    });
  });
});

describe('the earnings of a seller', () => {
  const openDispute = (bookingId: string) => shop.database.sql`
    insert into disputes (id, booking_id, cause, state, opened_at)
    values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', now())`;

  it('the earnings hold what was released and is disputed now, and it is ready again when the sale stands', async () => {
    const { seller, bookingId } = await sellerWithMoney();
    expect(await earningsOf(seller)).toMatchObject({ pending: 0, held: 0, available: 120.5 });
    await openDispute(bookingId);
    expect(await earningsOf(seller)).toMatchObject({ pending: 120.5, held: 120.5, available: 0 });
    await shop.database.sql`
      update disputes set state = 'decided', decided_at = now(), refund_cents = 0, goes_back = false
      where booking_id = ${bookingId}`;
    expect(await earningsOf(seller)).toMatchObject({ pending: 0, held: 0, available: 120.5 });
  });

  it('the earnings hold what is on its way while its sale is disputed, being returned, or refunded', async () => {
    const seller = await people.seller();
    const { bookingId: disputed } = await people.sell(seller);
    const returned = await people.sell(seller);
    await people.sell(seller);
    expect(await earningsOf(seller)).toMatchObject({ pending: 361.5, held: 0, available: 0 });
    await openDispute(disputed);
    expect(await earningsOf(seller)).toMatchObject({ pending: 361.5, held: 120.5 });
    await people.requestReturn(returned.buyer, returned.bookingId);
    expect(await earningsOf(seller)).toMatchObject({ pending: 361.5, held: 241 });
    await people.decideReturn(seller, returned.bookingId, 'given-back');
    expect(await earningsOf(seller)).toMatchObject({ pending: 361.5, held: 241 });
  });

  it('the earnings hold nothing of what was paid out before it was disputed', async () => {
    const { seller, bookingId } = await sellerWithMoney();
    await send(admin, 'POST', '/payouts', { email: seller.email });
    await openDispute(bookingId);
    const paidOut = { pending: 0, held: 0, available: 0, paidOut: 120.5 };
    expect(await earningsOf(seller)).toMatchObject(paidOut);
  });
});

describe('bank details', () => {
  it('bank details are encrypted in the database, masked for seller and admin, and a change is mailed', async () => {
    const seller = await people.seller();
    const body = { email: seller.email, holder: 'Ada Fife', number: 'GB29 NWBK 6016 1331 9268 19' };
    const changed = await send(seller, 'PUT', '/payout-account', body);
    expect(changed.body()).toMatchObject({
      state: 'ready',
      provider: 'manual',
      number: '•••• 6819',
    });
    const [row] = await shop.database.sql<{ text: string }[]>`
      select a::text as text from payout_accounts a where user_id = ${seller.id}`;
    expect(row?.text).not.toMatch(/NWBK|6819|Fife/);
    const read = await send(admin, 'GET', `/payout-account?email=${seller.email}`);
    expect(read.body()).toMatchObject({ holder: 'Ada Fife', number: '•••• 6819' });
    const mails: Mail[] = [];
    await sendMails(mailSending(shop, mails), payoutMailKinds);
    expect(mails).toContainEqual(
      expect.objectContaining({
        to: seller.email,
        subject: 'Your bank account for payouts was changed',
      }),
    );
    expect(shop.logged).toContainEqual(
      expect.objectContaining({ event: 'payout-account-changed' }),
    );
  });

  it.each(['DE89370400440532013001', 'x', '=1+1', 'DE8937040044053201300012345678901234567890'])(
    'bank details refuse %s as a number',
    async (number) => {
      const seller = await people.seller();
      const body = { email: seller.email, holder: 'Ada Fife', number };
      const refused = await send(seller, 'PUT', '/payout-account', body);
      expect(refused.status).toBe(400);
      expect(refused.body()).toMatchObject({ errors: [{ field: 'number' }] });
    },
  );

  it('new bank details need a new proof of identity when the seller signed in a while ago', async () => {
    const seller = await people.seller();
    const signedInAt = new Date(Date.now() - 11 * 60_000);
    const authorization = `Bearer ${await shop.callers.issueToken(seller, { signedInAt })}`;
    const payload = { email: seller.email, holder: 'Ada Fife', number: '12345678' };
    const reply = await shop.app.inject({
      method: 'PUT',
      url: '/api/payout-account',
      headers: { authorization },
      payload,
    });
    expect(reply.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
  });
});

describe('the ledger', () => {
  it('the ledger has the movements of a sale by its booking, and all balances sum to zero', async () => {
    const { seller, bookingId } = await sellerWithMoney();
    await send(admin, 'POST', '/payouts', { email: seller.email });
    const entries = (await send(admin, 'GET', `/ledger?bookingId=${bookingId}`)).body();
    expect(entries).toMatchObject([
      {
        kind: 'release',
        debit: `pending:${seller.id}`,
        credit: `available:${seller.id}`,
        amount: 120.5,
      },
      { kind: 'charge', debit: 'provider:sandbox', credit: `pending:${seller.id}`, amount: 120.5 },
    ]);
    const balances = (await send(admin, 'GET', '/ledger/balances')).body<AccountBalance[]>();
    expect(balances).toContainEqual(
      expect.objectContaining({
        account: `available:${seller.id}`,
        debits: 120.5,
        credits: 120.5,
        balance: 0,
      }),
    );
    const cents = balances.map(({ balance }) => Math.round(balance * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0);
  });
});

describe('a statement', () => {
  it('a statement has the movements of the month between opening and closing balance', async () => {
    const seller = await people.seller();
    const april = new Date('2026-04-20T10:00:00Z');
    const first = await people.sell(seller, april);
    const second = await people.sell(seller, new Date('2026-05-02T09:00:00Z'));
    await releaseMoney(shop.database, first.bookingId, new Date('2026-05-03T09:00:00Z'));
    const reply = await send(
      seller,
      'GET',
      `/earnings/statement?email=${seller.email}&month=2026-05`,
    );
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="statement-2026-05.csv"',
    });
    expect(reply.text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Date (UTC),Entry,Instrument,Booking,Pending,Available,Pending balance,Available balance,Currency',
      '2026-05-01T00:00:00.000Z,Opening balance,,,,,120.50,0.00,USD',
      `2026-05-02T09:00:00.000Z,Sale,Student trumpet,${second.bookingId},120.50,0.00,241.00,0.00,USD`,
      `2026-05-03T09:00:00.000Z,Sale completed,Student trumpet,${first.bookingId},-120.50,120.50,120.50,120.50,USD`,
      '2026-06-01T00:00:00.000Z,Closing balance,,,,,120.50,120.50,USD',
      '',
    ]);
    for (const month of ['2026-13', '2026-5', 'x']) {
      const refused = await send(
        seller,
        'GET',
        `/earnings/statement?email=${seller.email}&month=${month}`,
      );
      expect(refused.body()).toMatchObject({ status: 400, errors: [{ field: 'month' }] });
    }
  });
});
