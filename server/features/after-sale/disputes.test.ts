import { afterAll, describe, expect, it } from 'vitest';
import type { Dispute, ListedDispute } from '#contract/after-sale/disputes.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { systemClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addImage, receiveSale, sendSale } from '../../testing/builders.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { createEvidenceLinks } from '../images/evidence-links.ts';
import { recordRefundElsewhere } from '../payments/record-refund-elsewhere.ts';
import { refundDue } from '../payments/refund-payment.ts';
import type { KnownUser } from '../users/find-user.ts';

const ask = apiClient(() => shop);

const refunds: { intentId: string; amountCents: number }[] = [];
const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const { sql } = shop.database;
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);
const price = 120.5;

/** The address by which both sides load a picture that was sent with this one. */
function evidenceOf(address: string): string {
  const [id = ''] = /[0-9a-f-]{36}/.exec(address) ?? [];
  return createEvidenceLinks(shop.secret, systemClock, () => 'https://shop.test').addressOf({ id });
}

/** Makes the refunds that are due, at a card provider that takes all of them. */
function makeRefunds() {
  const cards: TestShop['cards'] = {
    ...shop.cards,
    refund: async ({ intentId, amountCents }) => {
      refunds.push({ intentId, amountCents });
      return { id: `re_${intentId}` };
    },
  };
  return refundDue({ database: shop.database, cards, clock: systemClock });
}

async function addContestedReturn() {
  const sale = await who.sell(seller);
  const { bookingId: id } = sale;
  await who.requestReturn(sale.buyer, id);
  await who.decideReturn(seller, id, 'contested');
  return { ...sale, id };
}

async function addLostParcel() {
  const sale = await who.sell(seller);
  await sendSale(shop.database, sale.bookingId);
  await who.openDispute(sale.buyer, sale.bookingId);
  return { ...sale, id: sale.bookingId };
}

async function states(id: string) {
  const [row] = await sql`
    select b.state as booking, p.status as product, p.withdrawn_at is not null as withdrawn,
      r.state as return, f.state as fulfilment, m.state as payment
    from bookings b join products p on p.id = b.product_id join payments m on m.booking_id = b.id
    join fulfilments f on f.booking_id = b.id left join returns r on r.booking_id = b.id
    where b.id = ${id}`;
  return row;
}

const mailsOf = async (id: string, kind: string) => {
  const rows = await sql`
    select reader from queued_mails where subject_id = ${id} and kind = ${kind} order by reader`;
  return rows.map(({ reader }) => reader);
};

/** What a sale has left in the accounts, in cents. */
async function balances(id: string): Promise<Record<string, number>> {
  const rows = await sql<{ account: string; cents: number }[]>`
    select split_part(account, ':', 1) as account, sum(cents)::int as cents from (
      select credit as account, amount_cents as cents from ledger_entries where booking_id = ${id}
      union all
      select debit, -amount_cents from ledger_entries where booking_id = ${id}
    ) moved group by 1 having sum(cents) <> 0 order by 1`;
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

/** Enters the commission of a sale that was made without one. */
async function addCommission(id: string, share: { basisPoints: number; cents: number }) {
  await sql`
    insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, booking_id, created_at)
    select gen_random_uuid(), ${`pending:${seller.id}`}, 'commission', ${share.cents}, 'USD',
      'commission', id::text, booking_id, now() from payments where booking_id = ${id}`;
  await sql`update bookings set commission_basis_points = ${share.basisPoints}, commission_cents = ${share.cents}
    where id = ${id}`;
}

const dispute = (id: string) => `/bookings/${id}/dispute`;

describe('opening a dispute', () => {
  it('the buyer of a sent instrument can open one dispute, with pictures, and both sides get a mail', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    const payload = { reason: 'It never came', images: [await pictureAddress()] };
    const open = () => ask(buyer, dispute(id), { method: 'POST', payload });
    expect(await open()).toMatchObject({ status: 409, body: { acknowledged: false } });
    await sendSale(shop.database, id);
    expect(await open()).toMatchObject({ status: 201, body: { acknowledged: true } });
    expect(await open()).toMatchObject({ status: 409 });
    expect(await mailsOf(id, 'dispute-opened')).toEqual(['buyer', 'seller']);
    const { body } = await ask<Dispute>(seller, dispute(id));
    expect(body).toMatchObject({
      bookingId: id,
      cause: 'not-received',
      state: 'open',
      openedBy: 'buyer',
      price,
      reason: payload.reason,
      images: payload.images.map(evidenceOf),
      statements: [],
    });
  });

  it('a buyer who says that it is not as described asks the shop at once, and each decision ends the sale', async () => {
    const decisions = [
      { refund: price, goesBack: true, state: 'accepted' },
      { refund: price, goesBack: false, state: 'given-back' },
      { refund: 20, goesBack: false, state: 'lapsed' },
    ];
    for (const { state, ...decision } of decisions) {
      const { buyer, bookingId: id } = await who.sell(seller);
      const payload = { cause: 'not-as-described', reason: 'The neck is cracked' };
      const open = () => ask(buyer, dispute(id), { method: 'POST', payload });
      expect(await open()).toMatchObject({ status: 409 });
      await receiveSale(shop.database, id);
      expect(await open()).toMatchObject({ status: 201 });
      expect(await open()).toMatchObject({ status: 409 });
      expect(await mailsOf(id, 'dispute-opened')).toEqual(['buyer', 'seller']);
      const asked = await ask(buyer, `/bookings/${id}/return`, {
        method: 'POST',
        payload: { reason: 'Again' },
      });
      expect(asked).toMatchObject({ status: 409 });
      const { body } = await ask<Dispute>(seller, dispute(id));
      expect(body).toMatchObject({ cause: 'not-as-described', reason: payload.reason });
      expect(body.return).toBeUndefined();
      const decided = await ask(admin, dispute(id), {
        method: 'PUT',
        payload: { ...decision, reason: 'As the pictures show' },
      });
      expect(decided).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
      const [row] = await sql`select state, buyer_keeps_it from returns where booking_id = ${id}`;
      expect(row).toEqual({ state, buyer_keeps_it: state === 'given-back' });
    }
  });

  it('a complaint that it is not as described is refused when the time is over, and from the seller', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    await receiveSale(shop.database, id);
    const payload = { cause: 'not-as-described', reason: 'The neck is cracked' };
    expect(await ask(seller, dispute(id), { method: 'POST', payload })).toMatchObject({
      status: 404,
    });
    await sql`update fulfilments set return_until = now() where booking_id = ${id}`;
    const late = await ask<{ detail: string }>(buyer, dispute(id), { method: 'POST', payload });
    expect(late).toMatchObject({
      status: 409,
      body: { detail: 'The time to say that it is not as described is over' },
    });
  });

  it('a dispute is refused after the receipt, and with pictures from elsewhere', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    await receiveSale(shop.database, id);
    const payload = { reason: 'It never came' };
    const refused = await ask(buyer, dispute(id), { method: 'POST', payload });
    expect(refused).toMatchObject({ status: 409 });
    const images = ['https://elsewhere.example/1.webp'];
    const foreign = await ask(buyer, dispute(id), {
      method: 'POST',
      payload: { ...payload, images },
    });
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ field: 'images.0' }] } });
    expect((await ask(buyer, dispute(id))).status).toBe(404);
  });

  it('five simultaneous requests open one dispute', async () => {
    const { buyer, bookingId } = await who.sell(seller);
    await sendSale(shop.database, bookingId);
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => outcome(who.openDispute(buyer, bookingId))),
    );
    expect(ends.sort()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'done']);
  });
});

describe('contesting a return', () => {
  const contest = (id: string, payload: object) =>
    ask(seller, `/bookings/${id}/return`, { method: 'PUT', payload });

  it('contesting a return opens a dispute with the seller’s pictures, which both sides read', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    await who.requestReturn(buyer, id);
    const images = [await pictureAddress(), await pictureAddress()];
    const reason = 'It sounded when I handed it over';
    const reply = await contest(id, { state: 'contested', reason, images });
    expect(reply).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const { body } = await ask<Dispute>(buyer, dispute(id));
    expect(body).toMatchObject({ cause: 'return-contested', openedBy: 'seller', reason });
    expect(body.images).toEqual(images.map(evidenceOf));
  });

  it('pictures from elsewhere are refused, and so are pictures with any other answer to a return', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    await who.requestReturn(buyer, id);
    const images = ['https://elsewhere.example/1.webp'];
    const foreign = await contest(id, { state: 'contested', reason: 'It was fine', images });
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ field: 'images.0' }] } });
    const place = { state: 'accepted', place: 'Pier 3', images: [await pictureAddress()] };
    expect(await contest(id, place)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'images' }], modifiedCount: 0 },
    });
    expect((await ask(buyer, dispute(id))).status).toBe(404);
  });
});

describe('a decided dispute', () => {
  it('a decided dispute stays readable for both sides and admins, with texts, pictures and the decision', async () => {
    const { buyer, id } = await addContestedReturn();
    const images = [await pictureAddress()];
    const payload = { text: 'The third valve sticks', images };
    await ask(buyer, `${dispute(id)}/statements`, { method: 'POST', payload });
    await who.decideDispute(admin, id, { refundCents: 3_000, reason: 'It was said to be worn' });
    for (const reader of [buyer, seller, admin]) {
      expect((await ask<Dispute>(reader, dispute(id))).body).toMatchObject({
        state: 'decided',
        refund: 30,
        goesBack: false,
        reason: expect.any(String),
        decisionReason: 'It was said to be worn',
        others: [],
        statements: [
          { text: payload.text, images: images.map(evidenceOf), author: { role: 'buyer' } },
        ],
      });
    }
    expect((await ask(await who.buyer(), dispute(id))).status).toBe(404);
  });

  it('a decided dispute stays readable when the same sale has another one', async () => {
    const { buyer, id } = await addContestedReturn();
    await ask(buyer, `${dispute(id)}/statements`, { method: 'POST', payload: { text: 'Early' } });
    await who.decideDispute(admin, id, { refundCents: 3_000 });
    const [first] = (await ask<ListedDispute[]>(admin, '/disputes?limit=1')).body;
    const opened = new Date(Date.now() + 60_000);
    await sql`
      insert into disputes (id, booking_id, cause, state, opened_at)
      values (${newId(opened)}, ${id}, 'chargeback', 'open', ${opened})`;
    const last = (await ask<Dispute>(buyer, dispute(id))).body;
    expect(last).toMatchObject({ cause: 'chargeback', statements: [] });
    expect(last.others).toMatchObject([{ _id: first?._id, cause: 'return-contested' }]);
    const earlier = await ask<Dispute>(buyer, `${dispute(id)}?disputeId=${first?._id}`);
    expect(earlier.body).toMatchObject({ state: 'decided', statements: [{ text: 'Early' }] });
    const foreign = await addContestedReturn();
    const elsewhere = `${dispute(foreign.id)}?disputeId=${first?._id}`;
    expect((await ask(admin, elsewhere)).status).toBe(404);
  });
});

async function pictureAddress(): Promise<string> {
  const id = await addImage(shop.database, { host: 'disk', width: 800, widths: [800] });
  return `https://shop.test/pictures/${id}/800.webp`;
}

describe('the statements of a dispute', () => {
  it('both sides and admins read the statements of a dispute with their authors, and the others get a mail', async () => {
    const { buyer, id } = await addContestedReturn();
    const say = (author: typeof buyer, text: string) =>
      ask(author, `${dispute(id)}/statements`, { method: 'POST', payload: { text } });
    expect((await say(buyer, 'The third valve sticks')).status).toBe(201);
    expect(await mailsOf(id, 'dispute-answered')).toEqual(['seller']);
    expect((await say(admin, 'Please add a picture')).status).toBe(201);
    expect(await mailsOf(id, 'dispute-answered')).toEqual(['buyer', 'seller', 'seller']);
    expect((await say(await who.buyer(), 'Me too')).status).toBe(404);
    const { body } = await ask<Dispute>(seller, dispute(id));
    expect(body.statements.map(({ author, text }) => [author.role, text])).toEqual([
      ['buyer', 'The third valve sticks'],
      ['admin', 'Please add a picture'],
    ]);
    expect(body.return).toMatchObject({ reason: 'It does not sound', images: [] });
    await who.decideDispute(admin, id, {});
    expect((await say(buyer, 'One more thing')).status).toBe(409);
  });
});

describe('the decision about a dispute', () => {
  it('a full refund without a return ends the sale and keeps the product off sale', async () => {
    const { id } = await addContestedReturn();
    expect(await who.decideDispute(admin, id, { refundCents: 12_050 })).toBe(1);
    expect(await states(id)).toMatchObject({ return: 'given-back', payment: 'refund-due' });
    await makeRefunds();
    expect(await states(id)).toEqual({
      booking: 'returned',
      product: 'available',
      withdrawn: true,
      return: 'refunded',
      fulfilment: 'returned',
      payment: 'refunded',
    });
    expect(await balances(id)).toEqual({});
    expect(await mailsOf(id, 'dispute-decided')).toEqual(['buyer', 'seller']);
  });

  it('a full refund for an instrument that never arrived cancels the sale', async () => {
    const { id } = await addLostParcel();
    await who.decideDispute(admin, id, { refundCents: 12_050 });
    await makeRefunds();
    expect(await states(id)).toMatchObject({
      booking: 'returned',
      withdrawn: true,
      fulfilment: 'cancelled',
      payment: 'refunded',
    });
    expect(await balances(id)).toEqual({});
  });

  it.each([
    ['contested return', addContestedReturn],
    ['lost parcel', addLostParcel],
  ] as const)(
    'a decision without a refund completes the sale of a %s and releases the money',
    async (_cause, add) => {
      const { id } = await add();
      await who.decideDispute(admin, id, { refundCents: 0 });
      expect(await makeRefunds()).toBe(0);
      expect(await states(id)).toMatchObject({
        booking: 'paid',
        product: 'sold',
        fulfilment: 'completed',
        payment: 'recorded',
      });
      expect(await balances(id)).toEqual({ available: 12_050, provider: -12_050 });
    },
  );

  it('a partial refund completes the sale, is sent once, and returns the commission in proportion', async () => {
    const { id, buyer } = await addContestedReturn();
    // 10 % of $120.50 is $12.05.
    await addCommission(id, { basisPoints: 1_000, cents: 1_205 });
    await who.decideDispute(admin, id, { refundCents: 4_000 });
    expect(await states(id)).toMatchObject({ fulfilment: 'completed', payment: 'refund-due' });
    refunds.length = 0;
    expect(await makeRefunds()).toBe(1);
    expect(refunds).toEqual([{ intentId: `tx_${id}`, amountCents: 4_000 }]);
    expect(await makeRefunds()).toBe(0);
    expect(await states(id)).toEqual({
      booking: 'paid',
      product: 'sold',
      withdrawn: false,
      return: 'lapsed',
      fulfilment: 'completed',
      payment: 'refunded',
    });
    // The shop gives $4.00 of $12.05 back, and the seller pays the other $36.00.
    const available = 12_050 - 1_205 - 3_600;
    expect(await balances(id)).toEqual({ available, commission: 805, provider: -8_050 });
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.refund).toMatchObject({ amount: 40, state: 'refunded', time: expect.any(String) });
    expect(body.dispute).toMatchObject({ refund: 40, goesBack: false });
  });

  it('a partial refund after another one at the provider leaves nothing pending', async () => {
    const { id } = await addContestedReturn();
    // 7.5 % of $120.50 is $9.04.
    await addCommission(id, { basisPoints: 750, cents: 904 });
    await transaction(shop.database, async (tx) => {
      const [payment] = await tx.sql<{ paymentId: string }[]>`
        select id as "paymentId" from payments where booking_id = ${id}`;
      const refunded = { paymentId: payment?.paymentId ?? '', bookingId: id, refundedCents: 1_005 };
      await recordRefundElsewhere(tx, refunded, new Date());
    });
    await who.decideDispute(admin, id, { refundCents: 3_005 });
    expect(await makeRefunds()).toBe(1);
    // The shop gives $3.01 of $9.04 back, and the seller pays the other $37.09.
    const available = 12_050 - 904 - 3_709;
    expect(await balances(id)).toEqual({ available, commission: 603, provider: -8_040 });
  });

  it('a partial refund with a return is sent after the return, and the rest is released', async () => {
    const { id } = await addContestedReturn();
    await who.decideDispute(admin, id, { refundCents: 10_000, goesBack: true });
    expect(await states(id)).toMatchObject({ return: 'accepted', payment: 'recorded' });
    expect(await mailsOf(id, 'return-accepted')).toEqual(['buyer', 'seller']);
    await who.decideReturn(seller, id, 'given-back');
    refunds.length = 0;
    await makeRefunds();
    expect(refunds).toMatchObject([{ amountCents: 10_000 }]);
    expect(await states(id)).toEqual({
      booking: 'returned',
      product: 'available',
      withdrawn: false,
      return: 'refunded',
      fulfilment: 'returned',
      payment: 'refunded',
    });
    expect(await balances(id)).toEqual({ available: 2_050, provider: -2_050 });
  });

  it('deciding that a sent instrument goes back starts its return', async () => {
    const { id } = await addLostParcel();
    await who.decideDispute(admin, id, { refundCents: 12_050, goesBack: true });
    expect(await states(id)).toMatchObject({ fulfilment: 'received', return: 'accepted' });
    await who.decideReturn(seller, id, 'given-back');
    await makeRefunds();
    expect(await states(id)).toMatchObject({ booking: 'returned', withdrawn: false });
  });

  it('a dispute is decided once, by an admin who is not a party, with at most the price', async () => {
    const { id, buyer } = await addContestedReturn();
    await sql`update users set role = 'admin' where id = ${buyer.id}`;
    const party = { ...buyer, role: 'admin' as const };
    const decide = (by: KnownUser, refund: number) => {
      const payload = { refund, goesBack: false, reason: 'We read both sides' };
      return ask<{ errors: unknown }>(by, dispute(id), { method: 'PUT', payload });
    };
    expect((await decide(party, price)).status).toBe(403);
    expect(await decide(admin, price + 0.01)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'refund' }] },
    });
    expect((await decide(admin, -1)).status).toBe(400);
    expect(await decide(admin, 20)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await decide(admin, 20)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect((await decide(admin, 30)).status).toBe(409);
    const audit = await sql`
      select action, detail ->> 'reason' as reason from audit_entries
      where subject_id = ${buyer.id} and action = 'dispute-decided'`;
    expect(audit).toEqual([{ action: 'dispute-decided', reason: 'We read both sides' }]);
  });

  it('two admins who decide at the same time make one decision', async () => {
    const { id } = await addContestedReturn();
    const other = await who.admin();
    const ends = await Promise.all([
      outcome(who.decideDispute(admin, id, { refundCents: 0 })),
      outcome(who.decideDispute(other, id, { refundCents: 12_050 })),
    ]);
    expect(ends.sort()).toEqual(['conflict', 'done']);
  });
});

describe('GET /disputes', () => {
  it('admins read the open disputes with what to do, newest first and by pages', async () => {
    await sql`truncate disputes cascade`;
    const contested = await addContestedReturn();
    const lost = await addLostParcel();
    const decided = await addContestedReturn();
    await who.decideDispute(admin, decided.id, {});
    const list = async (query: string) =>
      (await ask<ListedDispute[]>(admin, `/disputes?${query}`)).body;
    expect(await list('state=open')).toMatchObject([
      {
        bookingId: lost.id,
        cause: 'not-received',
        price,
        sellerEmail: seller.email,
        buyerEmail: lost.buyer.email,
        todo: expect.stringContaining('carrier'),
      },
      { bookingId: contested.id, cause: 'return-contested', statements: 0 },
    ]);
    const [first] = await list('');
    expect(first).toMatchObject({ bookingId: decided.id, state: 'decided', refund: 0 });
    expect(first).not.toHaveProperty('todo');
    const [newest] = await list('state=open&limit=1');
    const [second] = await list(`state=open&cursor=${newest?._id}`);
    expect(second?.bookingId).toBe(contested.id);
  });
});
