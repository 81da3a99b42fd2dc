import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnDecision } from '#contract/moderation/cases.ts';
import type { OwnReport } from '#contract/moderation/reports.ts';
import type { User } from '#contract/users/users.ts';
import { transaction } from '../../database/transaction.ts';
import { createModerating } from '../../testing/moderating.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { decideCase } from './decide-case.ts';
import { readSubject } from './subjects.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const { call, report, caseIdOf, read, decide, reportAndDecide, appeal, decideAppeal, mailsTo } =
  createModerating(
    () => shop,
    () => people,
  );

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

async function listed() {
  const seller = await people.seller();
  return { seller, id: await people.make.product(seller.id) };
}
const decisionsOf = async (who: KnownUser) =>
  (await call<OwnDecision[]>(who, `/decisions?email=${who.email}`)).body;
const reportsOf = async (who: KnownUser) =>
  (await call<OwnReport[]>(who, `/reports?email=${who.email}`)).body;
const textOf = (mails: { subject: string; text: string }[]) =>
  mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n');
const isPublic = async (id: string) =>
  (await shop.app.inject({ url: `/api/products/${id}` })).statusCode === 200;

describe('a decision', () => {
  it('a decision is stored and communicated with its reasons, and does not reveal who reported', async () => {
    const { seller, id } = await listed();
    const { reporter } = await reportAndDecide('product', id, 'hidden');
    const [decision] = await decisionsOf(seller);
    expect(decision).toMatchObject({
      outcome: 'hidden',
      ground: { kind: 'rules', text: 'Only what is yours' },
      facts: 'The pictures are of another shop',
      state: 'decided',
      appealUntil: expect.any(String),
    });
    const toSeller = textOf(await mailsTo(seller.email));
    for (const paragraph of decision?.statement ?? ['missing']) {
      expect(toSeller.replace(/\s+/g, ' ')).toContain(paragraph);
    }
    expect(toSeller).not.toContain(reporter.email);
    const toReporter = textOf(await mailsTo(reporter.email));
    expect(toReporter).toContain('We have acted on what you reported');
    expect(toReporter).not.toMatch(/Only what is yours|another shop/);
    expect(await isPublic(id)).toBe(false);
  });

  it('a dismissal is communicated only to those who reported', async () => {
    const { seller, id } = await listed();
    const { reporter } = await reportAndDecide('product', id, 'dismissed');
    expect(await decisionsOf(seller)).toEqual([]);
    expect(await mailsTo(seller.email)).toEqual([]);
    expect(textOf(await mailsTo(reporter.email))).toContain('found nothing that breaks');
    expect(await isPublic(id)).toBe(true);
  });

  it('a decision is refused when the subject has changed since it was read', async () => {
    const { seller, id } = await listed();
    await report(await people.buyer(), 'product', id);
    const caseId = await caseIdOf(id);
    const admin = await people.admin();
    const { version } = await read(admin, caseId);
    await call(seller, `/products/${id}`, { method: 'PATCH', payload: { description: 'Mine' } });
    const refused = await decide(admin, caseId, 'removed', { version });
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('has changed since you read it') },
    });
    expect(await isPublic(id)).toBe(true);
    expect((await decide(admin, caseId, 'removed')).status).toBe(200);
  });

  it('only one of two admins who decide simultaneously succeeds', async () => {
    const { id } = await listed();
    await report(await people.buyer(), 'product', id);
    const caseId = await caseIdOf(id);
    const version = (await read(await people.admin(), caseId)).version;
    const admins = await Promise.all(Array.from({ length: 4 }, people.admin));
    const outcomes = ['hidden', 'warned', 'removed', 'dismissed'] as const;
    const replies = await Promise.all(
      admins.map((admin, index) => decide(admin, caseId, outcomes[index] ?? 'warned', { version })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [audit] = await shop.database.sql<{ count: number }[]>`
      select count(*)::int as count from audit_entries
      where action = 'case-decided' and actor_id = any(${admins.map(({ id: one }) => one)}::uuid[])`;
    expect(audit?.count).toBe(1);
  });

  it('an admin cannot decide about themselves', async () => {
    const admin = await people.admin();
    const id = await people.make.product(admin.id);
    await report(await people.buyer(), 'product', id);
    const refused = await decide(admin, await caseIdOf(id), 'dismissed');
    expect(refused.status).toBe(409);
  });

  it.each([
    [{ ground: undefined as never }, 'ground', 'Name the law or the rule'],
    [{ facts: ' ' }, 'facts', 'Describe what you found'],
    [{ until: '2030-01-01T00:00:00Z' }, 'until', 'Only a suspension has an end'],
  ])('a decision with %o is refused, with the name of the field', async (given, field, message) => {
    const { id } = await listed();
    await report(await people.buyer(), 'product', id);
    const refused = await decide(await people.admin(), await caseIdOf(id), 'hidden', given);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    ]);
  });

  it('a decision cannot hide a person, or end a suspension in the past', async () => {
    const seller = await people.seller();
    await report(await people.buyer(), 'user', seller.id);
    const [admin, caseId] = [await people.admin(), await caseIdOf(seller.id)];
    expect((await decide(admin, caseId, 'hidden')).body.errors?.[0]?.field).toBe('outcome');
    const until = '2020-01-01T00:00:00Z';
    expect((await decide(admin, caseId, 'suspended', { until })).body.errors?.[0]?.field).toBe(
      'until',
    );
  });

  it('races with reports: each is in the decided case or in a new one, and none is lost', async () => {
    const { id } = await listed();
    await report(await people.buyer(), 'product', id);
    const caseId = await caseIdOf(id);
    const version = (await read(await people.admin(), caseId)).version;
    const reporters = await Promise.all(Array.from({ length: 8 }, people.buyer));
    const admin = await people.admin();
    const [decided, ...filed] = await Promise.all([
      decide(admin, caseId, 'warned', { version }),
      ...reporters.map((reporter) => report(reporter, 'product', id)),
    ]);
    expect(decided.status).toBe(200);
    expect(new Set(filed.map(({ status }) => status))).toEqual(new Set([201]));
    const [row] = await shop.database.sql<{ count: number; open: number }[]>`
      select count(*)::int as count, count(distinct c.id) filter (where c.state = 'open')::int as open
      from reports r join cases c on c.id = r.case_id where c.subject_id = ${id}`;
    expect(row?.count).toBe(9);
    expect(row?.open).toBeLessThanOrEqual(1);
  });

  it('races with the withdrawal of the listing, and both end', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { seller, id } = await listed();
      await people.book(await people.buyer(), id);
      await report(await people.buyer(), 'product', id);
      const [admin, caseId] = [await people.admin(), await caseIdOf(id)];
      const version =
        (await readSubject(shop.database.sql, { kind: 'product', id }))?.version ?? '';
      const ground = { kind: 'rules', text: 'Only what is yours' } as const;
      const decision = {
        id: caseId,
        outcome: 'removed',
        ground,
        facts: 'Copied',
        version,
      } as const;
      const [withdrawn] = await Promise.all([
        call(seller, `/products/${id}`, { method: 'DELETE' }),
        transaction(shop.database, (tx) =>
          decideCase(tx, { id: admin.id, role: 'admin' }, decision, new Date()),
        ).catch(() => 'refused'),
      ]);
      expect([200, 404]).toContain(withdrawn.status);
      expect(await isPublic(id)).toBe(false);
      const holds = await shop.database.sql`
        select from bookings where product_id = ${id} and state = 'held'`;
      expect(holds).toEqual([]);
    }
  });
});

describe('an appeal', () => {
  it('the person’s appeal is decided by another admin, and reverses the decision', async () => {
    const { seller, id } = await listed();
    const { caseId, admin, reporter } = await reportAndDecide('product', id, 'hidden');
    expect((await appeal(seller, caseId)).status).toBe(201);
    expect((await appeal(seller, caseId)).status).toBe(409);
    expect((await decideAppeal(admin, caseId, 'reversed')).status).toBe(409);
    expect((await decideAppeal(await people.admin(), caseId, 'reversed')).status).toBe(200);
    expect(await isPublic(id)).toBe(true);
    const [decision] = await decisionsOf(seller);
    expect(decision).toMatchObject({
      state: 'reversed',
      appeal: { text: 'They are mine', reason: 'We have looked again' },
    });
    const told = textOf(await mailsTo(seller.email));
    for (const said of [
      'We have your appeal',
      'Your appeal was successful',
      'We have looked again',
    ]) {
      expect(told).toContain(said);
    }
    expect(textOf(await mailsTo(reporter.email))).toContain('was changed');
  });

  it('a refused appeal leaves the decision unchanged', async () => {
    const { seller, id } = await listed();
    const { caseId } = await reportAndDecide('product', id, 'removed');
    await appeal(seller, caseId);
    await decideAppeal(await people.admin(), caseId, 'upheld');
    expect(await isPublic(id)).toBe(false);
    expect(textOf(await mailsTo(seller.email))).toContain('Your appeal was not successful');
    expect((await appeal(seller, caseId)).status).toBe(409);
  });

  it('an appeal by a reporter reopens a dismissed case', async () => {
    const { seller, id } = await listed();
    const { caseId, reporter } = await reportAndDecide('product', id, 'dismissed');
    expect((await appeal(seller, caseId)).status).toBe(404);
    expect((await reportsOf(reporter))[0]?.decision?.appealUntil).toBeDefined();
    expect((await appeal(reporter, caseId)).status).toBe(201);
    const admin = await people.admin();
    await decideAppeal(admin, caseId, 'reversed');
    const again = await caseIdOf(id);
    expect(again).not.toBe(caseId);
    expect(await read(admin, again)).toMatchObject({ state: 'open', reopens: caseId, reports: 0 });
    expect((await decide(admin, again, 'hidden')).status).toBe(200);
    expect(await isPublic(id)).toBe(false);
  });

  it('a reporter cannot appeal when action was taken', async () => {
    const { id } = await listed();
    const { caseId, reporter } = await reportAndDecide('product', id, 'hidden');
    expect((await appeal(reporter, caseId)).status).toBe(404);
  });

  it('an appeal is possible for six months', async () => {
    const { seller, id } = await listed();
    const { caseId } = await reportAndDecide('product', id, 'warned');
    await shop.database.sql`
      update cases set decided_at = now() - interval '6 months 1 hour' where id = ${caseId}`;
    expect((await appeal(seller, caseId)).status).toBe(409);
    expect((await decisionsOf(seller))[0]?.appealUntil).toBeUndefined();
  });

  it('an appeal ends with the account of its author, and the removal succeeds', async () => {
    const { seller, id } = await listed();
    const { caseId } = await reportAndDecide('product', id, 'hidden');
    await appeal(seller, caseId, 'I am innocent');
    await people.remove(await people.admin(), seller);
    const [row] = await shop.database.sql<{ state: string; appeal: string | null }[]>`
      select state, appeal from cases where id = ${caseId}`;
    expect(row).toEqual({ state: 'upheld', appeal: null });
    expect((await decideAppeal(await people.admin(), caseId, 'reversed')).status).toBe(404);
  });
});

describe('overlapping decisions', () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const restrictionOf = async (who: KnownUser) =>
    (await call<User>(who, `/users/${who.email}`)).body.restriction;
  async function decidedTwice(outcome: 'limited' | 'suspended', untils: (string | undefined)[]) {
    const { seller, id } = await listed();
    const first = await reportAndDecide('user', seller.id, outcome, { until: untils[0] });
    const second = await reportAndDecide('user', seller.id, outcome, { until: untils[1] });
    expect([first.status, second.status]).toEqual([200, 200]);
    return { seller, id, cases: [first.caseId, second.caseId] as const };
  }
  async function lift(who: KnownUser, caseId: string) {
    expect((await appeal(who, caseId)).status).toBe(201);
    expect((await decideAppeal(await people.admin(), caseId, 'reversed')).status).toBe(200);
  }

  it.each([
    ['the first', 0, 1],
    ['the second', 1, 0],
  ] as const)(
    'a person stays limited until both decisions are lifted: %s is lifted first',
    async (_, one, other) => {
      const { seller, cases } = await decidedTwice('limited', []);
      await lift(seller, cases[one]);
      expect(await restrictionOf(seller)).toEqual({ kind: 'limited' });
      await lift(seller, cases[other]);
      expect(await restrictionOf(seller)).toBeUndefined();
    },
  );

  it.each([
    ['first', [days(7), days(30)], 0],
    ['longer', [days(7), days(30)], 1],
    ['one without an end', [undefined, days(30)], 0],
  ] as const)(
    'a person stays suspended until both decisions are lifted: the %s is lifted first',
    async (_, untils, lifted) => {
      const { seller, id, cases } = await decidedTwice('suspended', [...untils]);
      await lift(seller, cases[lifted]);
      expect(await restrictionOf(seller)).toEqual({ kind: 'suspended', until: untils[1 - lifted] });
      expect(await isPublic(id)).toBe(false);
      await lift(seller, cases[lifted === 0 ? 1 : 0]);
      expect(await restrictionOf(seller)).toBeUndefined();
      expect(await isPublic(id)).toBe(true);
    },
  );

  it('two suspensions show the later end, whichever was made first', async () => {
    const { seller } = await decidedTwice('suspended', [days(30), days(7)]);
    const restriction = await restrictionOf(seller);
    expect(new Date(restriction?.until ?? 0).getTime()).toBeGreaterThan(
      Date.now() + 20 * 86_400_000,
    );
  });

  it('a listing stays hidden until the decision about its only picture is lifted too', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { seller, id } = await listed();
      const [picture] = await shop.database.sql<{ id: string }[]>`
        select image_id as id from products where id = ${id}`;
      const subjects = [
        ['picture', picture?.id ?? ''],
        ['product', id],
      ] as const;
      const cases: string[] = [];
      for (const [kind, subjectId] of subjects) {
        await report(await people.buyer(), kind, subjectId);
        cases.push(await caseIdOf(subjectId));
      }
      const admin = await people.admin();
      for (const caseId of cases) expect((await decide(admin, caseId, 'hidden')).status).toBe(200);
      await lift(seller, cases[order[0]] ?? '');
      expect(await isPublic(id)).toBe(false);
      await lift(seller, cases[order[1]] ?? '');
      expect(await isPublic(id)).toBe(true);
    }
  });
});

describe('the removal of an account', () => {
  it('a removed account ends the open cases about the person', async () => {
    const { seller, id } = await listed();
    const reporter = await people.buyer();
    await report(reporter, 'product', id);
    await people.remove(await people.admin(), seller);
    expect((await reportsOf(reporter))[0]).toMatchObject({
      state: 'void',
      subject: { kind: 'product' },
    });
    const { status } = await call(await people.admin(), `/cases/${await caseIdOf(id)}`);
    expect(status).toBe(200);
  });
});

describe('a suspended admin', () => {
  it('one of two admins who suspend each other at the same time stays an admin', async () => {
    const admins = [await people.admin(), await people.admin()] as const;
    const cases: string[] = [];
    for (const { id } of admins) {
      await report(await people.buyer(), 'user', id);
      cases.push(await caseIdOf(id));
    }
    const ground = { kind: 'rules', text: 'Rule 3' } as const;
    const suspend = async (by: KnownUser, of: KnownUser, id = '') => {
      const subject = await readSubject(shop.database.sql, { kind: 'user', id: of.id });
      const decision = { id, outcome: 'suspended', ground, facts: 'Insults' } as const;
      return transaction(shop.database, (tx) =>
        decideCase(tx, by, { ...decision, version: subject?.version ?? '' }, new Date()),
      ).then(
        () => 'suspended',
        (error) => error.code,
      );
    };
    const [one, other] = admins;
    const results = await Promise.all([
      suspend(one, other, cases[1]),
      suspend(other, one, cases[0]),
    ]);
    expect(results.sort()).toEqual(['not-allowed', 'suspended']);
  });

  it('a suspended admin can withdraw their own listings and not those of others', async () => {
    const [suspended, seller] = [await people.admin(), await people.seller()];
    const [own, other] = [
      await people.make.product(suspended.id),
      await people.make.product(seller.id),
    ];
    await shop.database.sql`update users set suspended_at = now() where id = ${suspended.id}`;
    const withdraw = async (id: string) =>
      (await call<object>(suspended, `/products/${id}`, { method: 'DELETE' })).status;
    expect([await withdraw(other), await withdraw(own)]).toEqual([404, 200]);
  });
});
