import { afterAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/calls.ts';
import type { Earnings } from '#contract/payouts/earnings.ts';
import {
  commissionNoticeDays,
  type SellerCommission,
} from '#contract/payouts/seller-commissions.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import type { UserExport } from '#contract/users/user-export.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const dayMs = 86_400_000;
const clock = { at: new Date(), now: () => clock.at };
const commission = { percent: 10, fixed: 0.3, categories: { Brass: { percent: 5, fixed: 0 } } };
const shop = await createTestShop({ commission, clock });
afterAll(() => shop.close());
const { sql } = shop.database;
const people = createPeople(shop.database);
const call = apiClient(() => shop);
const sent: Mail[] = [];
const mailsTo = async ({ email }: KnownUser) => {
  await sendMails(mailSending(shop, sent, { clock, identity: shop.identity }));
  return sent.filter(({ to }) => to === email);
};

type Body = CallInput<'agreeCommission'>['body'];
type Reply = {
  insertedId?: string;
  detail?: string;
  errors?: { field: string; message: string }[];
};

/** Days from the current time of the shop. */
const inDays = (days: number) => new Date(clock.at.getTime() + days * dayMs).toISOString();
const pass = (days: number) => {
  clock.at = new Date(clock.at.getTime() + days * dayMs);
};

async function agree(admin: KnownUser, seller: KnownUser, payload: Partial<Body>) {
  const reply = await call<Reply>(admin, `/users/${seller.id}/commissions`, {
    method: 'POST',
    payload: { reason: 'They asked for it', commission: { percent: 5 }, ...payload },
  });
  pass(1 / dayMs);
  return reply;
}

const list = async (admin: KnownUser, { id }: KnownUser) =>
  (await call<SellerCommission[]>(admin, `/users/${id}/commissions`)).body;
const earnings = async (seller: KnownUser) =>
  (await call<Earnings>(seller, `/earnings?email=${seller.email}`)).body;

/** Books something of this seller by the API. @returns what its commission will be, in cents */
async function book(
  seller: KnownUser,
  { price = 100, category = 'String' as 'String' | 'Brass' } = {},
) {
  const buyer = await people.buyer();
  const productId = await people.make.product(seller.id, { category, price });
  const { status, body } = await call<{ insertedId: string }>(buyer, '/bookings', {
    method: 'POST',
    payload: {
      buyerEmail: buyer.email,
      buyerName: 'Bea',
      name: 'x',
      image: 'x',
      productId,
      price,
      phone: '555-0199',
      location: 'The old pier',
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.insertedId;
}

async function centsOf(bookingId: string): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select commission_cents as cents from bookings where id = ${bookingId}`;
  return row?.cents ?? 0;
}

describe('the commission that is agreed with a seller', () => {
  it('it holds for what is booked from then on, in every category, and a sale that has begun keeps its own', async () => {
    const [admin, seller, other] = [
      await people.admin(),
      await people.seller(),
      await people.seller(),
    ];
    const before = await book(seller);
    const terms = { percent: 4, maximum: 3 };
    const { status, body } = await agree(admin, seller, { commission: terms });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await centsOf(before)).toBe(1_030);
    await people.pay(before, clock.at, 10_000);
    expect(
      await sql`
        select amount_cents as cents from ledger_entries
        where booking_id = ${before} and kind = 'commission'`,
    ).toEqual([{ cents: 1_030 }]);
    expect(await centsOf(await book(seller))).toBe(300);
    expect(await centsOf(await book(seller, { price: 10 }))).toBe(40);
    expect(await centsOf(await book(seller, { category: 'Brass' }))).toBe(300);
    expect(await centsOf(await book(other))).toBe(1_030);
    expect(await centsOf(await book(other, { category: 'Brass' }))).toBe(500);
    expect(await earnings(seller)).toMatchObject({
      commissionPercent: 4,
      commission: terms,
      commissionIsAgreed: true,
    });
    const others = await earnings(other);
    expect(others.commission).toEqual(commission);
    expect(others).not.toHaveProperty('commissionIsAgreed');
    expect(others).not.toHaveProperty('nextCommission');
  });

  it('an accepted offer takes it of the agreed amount', async () => {
    const [admin, seller, buyer] = [
      await people.admin(),
      await people.seller(),
      await people.buyer(),
    ];
    const productId = await people.make.product(seller.id, { category: 'String' });
    const offerId = await people.offer(buyer, productId, 100, clock.at);
    await agree(admin, seller, { commission: { percent: 4 } });
    const accepted = await call(seller, `/offers/${offerId}`, {
      method: 'PUT',
      payload: { state: 'accepted', amount: 100 },
    });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    const [booking] = await sql<{ id: string }[]>`
      select id from bookings where product_id = ${productId}`;
    expect(await centsOf(booking?.id ?? '')).toBe(400);
  });

  it('terms that take more of some sale apply after the days of notice, and others at once', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    for (const [terms, from] of [
      [{ percent: 10.01 }, undefined],
      [{ percent: 10, fixed: 0.3, minimum: 0.5 }, undefined],
      // Less of most, and more of what is worth little, or of brass.
      [{ percent: 1, fixed: 0.5 }, inDays(commissionNoticeDays - 1)],
      [{ percent: 10, fixed: 0.3 }, inDays(1)],
    ] as const) {
      const { status, body } = await agree(admin, seller, {
        commission: terms,
        ...(from && { appliesFrom: from }),
      });
      expect(status, JSON.stringify({ terms, body })).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'appliesFrom' }]);
    }
    const raise = { commission: { percent: 20 }, appliesFrom: inDays(commissionNoticeDays) };
    expect((await agree(admin, seller, raise)).status).toBe(201);
    expect(await earnings(seller)).toMatchObject({
      commission,
      nextCommission: {
        commission: { percent: 20 },
        isAgreed: true,
        appliesFrom: raise.appliesFrom,
      },
    });
    expect((await agree(admin, seller, { commission: { percent: 5 } })).status).toBe(201);
    expect((await list(admin, seller)).map(({ state }) => state)).toEqual(['current', 'replaced']);
    expect(await earnings(seller)).not.toHaveProperty('nextCommission');
  });

  it('terms end when others begin, and the list keeps all of them', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    await agree(admin, seller, { commission: { percent: 2 } });
    const [begun] = await list(admin, seller);
    const from = inDays(20);
    await agree(admin, seller, { commission: null, appliesFrom: from, reason: 'The year is over' });
    expect(await list(admin, seller)).toMatchObject([
      { state: 'planned', appliesFrom: from, reason: 'The year is over', setBy: admin.name },
      { state: 'current', commission: { percent: 2 }, until: from },
    ]);
    const late = await book(seller);
    pass(20);
    expect(await list(admin, seller)).toMatchObject([{ state: 'current' }, { state: 'ended' }]);
    expect((await list(admin, seller))[1]).toMatchObject({ ...begun, state: 'ended' });
    expect((await list(admin, seller))[0]).not.toHaveProperty('commission');
    expect(await centsOf(late)).toBe(200);
    expect(await centsOf(await book(seller))).toBe(1_030);
    expect((await earnings(seller)).commission).toEqual(commission);
  });

  it('a reduction that was promised is not taken back within the days of notice', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    await agree(admin, seller, { commission: { percent: 2 }, appliesFrom: inDays(3) });
    const taken = await agree(admin, seller, { commission: { percent: 4 } });
    expect(taken.body.errors).toMatchObject([{ field: 'appliesFrom' }]);
    expect((await agree(admin, seller, { commission: { percent: 1 } })).status).toBe(201);
  });

  it('a time that has passed, a time more than a year ahead, and terms that hold already are refused', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    for (const appliesFrom of [inDays(-1), inDays(400), 'tomorrow']) {
      const { status, body } = await agree(admin, seller, { appliesFrom });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'appliesFrom' }]);
    }
    expect((await agree(admin, seller, { commission: null })).status).toBe(409);
    await agree(admin, seller, {});
    expect((await agree(admin, seller, { reason: 'The same once more' })).status).toBe(409);
    expect(await list(admin, seller)).toHaveLength(1);
  });

  it.each([
    { terms: { percent: 101 }, field: 'commission.percent' },
    { terms: { percent: 5.001 }, field: 'commission.percent' },
    { terms: { percent: 5, fixed: -1 }, field: 'commission.fixed' },
    { terms: { percent: 5, fixed: 0.001 }, field: 'commission.fixed' },
    { terms: { percent: 5, minimum: 1e9 }, field: 'commission.minimum' },
    { terms: { percent: 5, minimum: 3, maximum: 2 }, field: 'commission.maximum' },
  ])('the terms $terms are refused', async ({ terms, field }) => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    const { status, body } = await agree(admin, seller, { commission: terms });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field }]);
  });

  it('admins agree with sellers only, and not with themselves', async () => {
    const [admin, owner, buyer] = [
      await people.admin(),
      await people.admin(),
      await people.buyer(),
    ];
    await sql`update users set areas = '{money}' where id = ${admin.id}`;
    expect((await agree(admin, admin, {})).status).toBe(403);
    expect((await agree(owner, owner, {})).status).toBe(403);
    expect((await agree(admin, owner, {})).status).toBe(403);
    expect((await agree(admin, buyer, {})).status).toBe(409);
    expect((await agree(owner, admin, {})).status).toBe(201);
  });

  it('the second of two admins at once reads that something else was agreed', async () => {
    const [one, other, seller] = [
      await people.admin(),
      await people.admin(),
      await people.seller(),
    ];
    const replies = await Promise.all(
      [one, other].map((admin, index) =>
        agree(admin, seller, { commission: { percent: index + 1 }, latestId: null }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const listed = await list(one, seller);
    expect(listed).toHaveLength(1);
    const latestId = listed[0]?._id;
    expect((await agree(other, seller, { commission: { percent: 0.5 }, latestId })).status).toBe(
      201,
    );
  });

  it('an agreement that is sent again by the same admin is stored and mailed once', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    const raise = { commission: { percent: 20 }, appliesFrom: inDays(30), latestId: null };
    const sent = await Promise.all([1, 2, 3].map(() => agree(admin, seller, raise)));
    expect(new Set(sent.map(({ body }) => body.insertedId)).size).toBe(1);
    const atOnce = await Promise.all([1, 2].map(() => agree(admin, seller, {})));
    expect(new Set(atOnce.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await list(admin, seller)).toHaveLength(2);
  });

  it('each booking while terms change has the old or the new ones, and those after it have the new', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    const bookings = Array.from({ length: 6 }, () => book(seller));
    const [ids] = await Promise.all([
      Promise.all(bookings),
      agree(admin, seller, { commission: { percent: 1 } }),
    ]);
    for (const id of ids) expect([100, 1_030]).toContain(await centsOf(id));
    expect(await centsOf(await book(seller))).toBe(100);
  });

  it('its order is that of the agreements, also when the clock of a server is behind', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    await agree(admin, seller, { commission: { percent: 5 } });
    clock.at = new Date(clock.at.getTime() - 5_000);
    await agree(admin, seller, { commission: { percent: 4 } });
    clock.at = new Date(clock.at.getTime() + 6_000);
    expect((await earnings(seller)).commission).toEqual({ percent: 4 });
    expect((await list(admin, seller)).map(({ state }) => state)).toEqual(['current', 'ended']);
  });
});

describe('what is told about it', () => {
  it('the seller gets a mail with the terms, their time and the reason, and not about what was replaced', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    await sql`update users set email_proven_at = now() where id = ${seller.id}`;
    await agree(admin, seller, {
      commission: { percent: 12.5, fixed: 1, maximum: 40 },
      appliesFrom: inDays(30),
      reason: 'You sell at fairs',
    });
    const [mail, ...others] = await mailsTo(seller);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('What the shop keeps of your sales changes');
    expect(mail?.text).toContain('The shop keeps 12.5% of the price and $1 of each sale.');
    expect(mail?.text).toContain('It keeps at most $40.');
    expect(mail?.text).toContain('The shop keeps 10% of the price and $0.30 of each sale.');
    expect(mail?.text).toContain('You sell at fairs');
    const appliesFrom = inDays(20);
    await agree(admin, seller, { commission: { percent: 3 }, appliesFrom });
    await agree(admin, seller, { commission: null, appliesFrom });
    const [, last, none] = await mailsTo(seller);
    expect(none).toBeUndefined();
    expect(last?.text).toContain('the terms for all sellers apply to your sales again');
    expect(last?.text).toContain('Brass');
  });

  it('an address that is not confirmed reads the terms, and no reason and no names', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    await sql`update users set email_proven_at = null where id = ${seller.id}`;
    await agree(admin, seller, { reason: 'Dear Sol, as agreed' });
    const [mail] = await mailsTo(seller);
    expect(mail?.text).toContain('The shop keeps 5% of the price.');
    expect(mail?.text).not.toContain('Dear Sol');
    expect(mail?.text).not.toContain(seller.name);
  });

  it('the audit log and the export of the seller have it, with the reason', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    await agree(admin, seller, { reason: 'A museum' });
    const { body: audit } = await call<AuditEntry[]>(admin, '/audit');
    expect(audit[0]).toMatchObject({
      action: 'commission-agreed',
      actor: { _id: admin.id },
      subject: { _id: seller.id },
      reason: 'A museum',
    });
    const { body } = await call<UserExport>(seller, `/users/${seller.id}/export`);
    expect(body.commissions).toMatchObject([{ commission: { percent: 5 }, reason: 'A museum' }]);
    expect(body.history.map(({ action }) => action)).toContain('commission-agreed');
  });

  it('the terms of somebody who does not exist or was removed are not found', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    await people.remove(admin, seller);
    expect((await agree(admin, seller, {})).status).toBe(404);
    expect((await call(admin, `/users/${seller.id}/commissions`)).status).toBe(404);
  });
});
