import { afterAll, describe, expect, it } from 'vitest';
import type { OwnDecision } from '#contract/moderation/cases.ts';
import type { OwnReport } from '#contract/moderation/reports.ts';
import type { UserExport } from '#contract/users/user-export.ts';
import { createModerating } from '../../testing/moderating.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { adoptAllAppeals } from './appeal-rows.ts';
import { eraseOldReports } from './erase-cases.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { sql } = shop.database;
const { call, report, caseIdOf, read, decide, reportAndDecide, appeal, decideAppeal, mailsTo } =
  createModerating(
    () => shop,
    () => people,
  );

const decisionOf = async (who: KnownUser) =>
  (await call<OwnDecision[]>(who, `/decisions?email=${who.email}`)).body[0];
const reportOf = async (who: KnownUser) =>
  (await call<OwnReport[]>(who, `/reports?email=${who.email}`)).body[0];
const exportOf = async (who: KnownUser) =>
  (await call<UserExport>(who, `/users/${who.id}/export`)).body;
const subjectsTo = async (who: KnownUser) =>
  (await mailsTo(who.email)).map(({ subject }) => subject).sort();
const stateOf = async (id: string) =>
  (await sql<{ state: string }[]>`select state from cases where id = ${id}`)[0]?.state;
const appealsOf = async (id: string) => [
  ...(await sql`
    select side, text, outcome, reason, appellant_id as by from appeals where case_id = ${id}
    order by created_at`),
];

/** A user was warned about a listing, which leaves both sides something to appeal against. */
async function warned() {
  const seller = await people.seller();
  const productId = await people.make.product(seller.id);
  return { seller, productId, ...(await reportAndDecide('product', productId, 'warned')) };
}

/** Both sides have appealed; the ids of the two appeals. */
async function appealedByBoth(order: 'person first' | 'reporter first' = 'person first') {
  const known = await warned();
  const sides = [
    [known.seller, 'They are mine'],
    [known.reporter, 'A warning is too little'],
  ] as const;
  for (const [who, text] of order === 'person first' ? sides : [...sides].reverse()) {
    expect((await appeal(who, known.caseId, text)).status).toBe(201);
  }
  const { appeals } = await read(await people.admin(), known.caseId);
  const idOf = (side: string) => appeals.find((one) => one.side === side)?._id ?? '';
  return { ...known, ofPerson: idOf('subject'), ofReporter: idOf('reporter') };
}

const orders = ['person first', 'reporter first'] as const;

describe('appeals of both sides', () => {
  it.each(orders)('each side has an appeal of its own, and reads that alone: %s', async (order) => {
    const { seller, reporter, caseId } = await appealedByBoth(order);
    expect((await appeal(seller, caseId)).status).toBe(409);
    expect((await appeal(reporter, caseId)).status).toBe(409);
    expect(await decisionOf(seller)).toMatchObject({
      state: 'appealed',
      appeal: { text: 'They are mine' },
    });
    expect((await decisionOf(seller))?.appealUntil).toBeUndefined();
    expect((await reportOf(reporter))?.decision?.appealUntil).toBeUndefined();
    expect((await reportOf(reporter))?.decision?.appeal?.text).toBe('A warning is too little');
    expect((await exportOf(seller)).decisions[0]?.appeal).toBe('They are mine');
    expect((await exportOf(reporter)).reports[0]?.appeal).toBe('A warning is too little');
    expect(await read(await people.admin(), caseId)).toMatchObject({
      state: 'appealed',
      mayDecideAppeal: true,
      appeals: [{ text: expect.any(String) }, { text: expect.any(String) }],
    });
  });

  it('both sides can appeal at the same time', async () => {
    const { seller, reporter, caseId } = await warned();
    const replies = await Promise.all(
      [seller, reporter, seller, reporter].map((who) => appeal(who, caseId)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await appealsOf(caseId)).toHaveLength(2);
  });

  it('an appeal of the other side changes nothing that one side reads, exports or is mailed', async () => {
    const [alone, beside] = [await warned(), await warned()];
    await appeal(beside.reporter, beside.caseId);
    const seen = async ({ seller, caseId }: typeof alone) => {
      const before = await decisionOf(seller);
      const reply = await appeal(seller, caseId);
      const { decisions, history } = await exportOf(seller);
      return {
        before,
        reply: [reply.status, reply.body],
        decisions,
        history,
        after: await decisionOf(seller),
      };
    };
    const varying = { _id: '', time: '', appealUntil: '', statement: [], subject: {} };
    const plain = (value: object) =>
      JSON.parse(JSON.stringify(value), (key, one) => (key in varying ? '' : one));
    expect(plain(await seen(beside))).toEqual(plain(await seen(alone)));
    expect(await subjectsTo(beside.seller)).toEqual(await subjectsTo(alone.seller));

    const [quiet, loud] = [await warned(), await warned()];
    await appeal(loud.seller, loud.caseId);
    const seenByReporter = async ({ reporter, caseId }: typeof quiet) => {
      const before = await reportOf(reporter);
      const reply = await appeal(reporter, caseId);
      const { reports } = await exportOf(reporter);
      return {
        before,
        reply: [reply.status, reply.body],
        reports,
        after: await reportOf(reporter),
      };
    };
    const varies = { ...varying, reference: '', insertedId: '' };
    const plainReport = (value: object) =>
      JSON.parse(JSON.stringify(value), (key, one) => (key in varies ? '' : one));
    expect(plainReport(await seenByReporter(loud))).toEqual(
      plainReport(await seenByReporter(quiet)),
    );
    expect(await subjectsTo(loud.reporter)).toEqual(await subjectsTo(quiet.reporter));
  });

  it('each of several who reported has an appeal of their own', async () => {
    const seller = await people.seller();
    const productId = await people.make.product(seller.id);
    const [one, other] = [await people.buyer(), await people.buyer()];
    await report(one, 'product', productId);
    const { caseId } = await reportAndDecide('product', productId, 'dismissed', {
      reporter: other,
    });
    expect((await appeal(one, caseId, 'Look again')).status).toBe(201);
    expect((await reportOf(other))?.decision).toMatchObject({ appealUntil: expect.any(String) });
    expect((await reportOf(other))?.state).toBe('decided');
    expect((await appeal(other, caseId, 'Look twice')).status).toBe(201);
    expect(await decisionOf(seller)).toBeUndefined();
  });
});

describe('a granted appeal', () => {
  it.each(orders)(
    'a granted appeal of one side leaves the appeal of the other waiting: %s',
    async (order) => {
      const { seller, reporter, caseId, productId, ofPerson, ofReporter } = await appealedByBoth();
      const admin = await people.admin();
      const [first, second] =
        order === 'person first' ? [ofPerson, ofReporter] : [ofReporter, ofPerson];
      expect((await decideAppeal(admin, caseId, 'reversed', first)).status).toBe(200);
      expect(await stateOf(caseId)).toBe('appealed');
      const waiting =
        order === 'person first' ? await reportOf(reporter) : await decisionOf(seller);
      const ofOther =
        waiting &&
        ('decision' in waiting ? waiting.decision?.appeal : (waiting as OwnDecision).appeal);
      expect(ofOther).not.toHaveProperty('outcome');
      expect((await decideAppeal(admin, caseId, 'reversed', first)).status).toBe(409);
      expect((await decideAppeal(admin, caseId, 'reversed', second)).status).toBe(200);
      expect(await stateOf(caseId)).toBe('reversed');
      // The warning is undone, and the case is open again.
      expect((await decisionOf(seller))?.state).toBe('reversed');
      const again = await caseIdOf(productId);
      expect(await read(admin, again)).toMatchObject({ state: 'open', reopens: caseId });
      expect(await subjectsTo(seller)).toEqual([
        'We have made a decision that concerns you',
        'We have your appeal',
        'Your appeal was successful',
      ]);
      const told = await subjectsTo(reporter);
      expect(told.filter((subject) => subject === 'Your appeal was successful')).toHaveLength(1);
      expect(told.filter((subject) => /was changed/.test(subject))).toHaveLength(1);
      expect(JSON.stringify(await mailsTo(reporter.email))).not.toMatch(/author has appealed/);
    },
  );

  it('two admins who decide both appeals at the same time decide each once', async () => {
    const { seller, caseId, productId, ofPerson, ofReporter } = await appealedByBoth();
    const [one, other] = [await people.admin(), await people.admin()];
    const replies = await Promise.all([
      decideAppeal(one, caseId, 'reversed', ofPerson),
      decideAppeal(other, caseId, 'reversed', ofReporter),
      decideAppeal(one, caseId, 'upheld', ofReporter),
      decideAppeal(other, caseId, 'upheld', ofPerson),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await stateOf(caseId)).not.toBe('appealed');
    const granted = (await appealsOf(caseId)).filter(({ outcome }) => outcome === 'reversed');
    expect(await stateOf(caseId)).toBe(granted.length > 0 ? 'reversed' : 'upheld');
    const isOpenAgain = (await caseIdOf(productId)) !== caseId;
    expect(isOpenAgain).toBe(granted.some(({ side }) => side === 'reporter'));
    expect((await decisionOf(seller))?.state).toBe(
      granted.some(({ side }) => side === 'subject') ? 'reversed' : 'upheld',
    );
  });

  it('a granted appeal of a reporter leaves the warning, and the person can still appeal', async () => {
    const { seller, reporter, caseId } = await warned();
    const before = await decisionOf(seller);
    await appeal(reporter, caseId);
    await decideAppeal(await people.admin(), caseId, 'reversed');
    expect(await decisionOf(seller)).toEqual(before);
    expect((await appeal(seller, caseId)).status).toBe(201);
    expect(await stateOf(caseId)).toBe('appealed');
    expect((await decideAppeal(await people.admin(), caseId, 'upheld')).status).toBe(200);
    expect((await decisionOf(seller))?.state).toBe('upheld');
    expect((await reportOf(reporter))?.state).toBe('reversed');
  });

  it('a granted appeal of one reporter is told to no other reporter, by list, export or mail', async () => {
    const seller = await people.seller();
    const productId = await people.make.product(seller.id);
    const other = await people.buyer();
    await report(other, 'product', productId);
    const { caseId, reporter } = await reportAndDecide('product', productId, 'dismissed');
    await appeal(other, caseId);
    await decideAppeal(await people.admin(), caseId, 'upheld');
    const before = [await reportOf(other), (await exportOf(other)).reports];
    await appeal(reporter, caseId);
    await decideAppeal(await people.admin(), caseId, 'reversed');
    await decide(await people.admin(), await caseIdOf(productId), 'warned');
    expect([await reportOf(other), (await exportOf(other)).reports]).toEqual(before);
    expect(await subjectsTo(other)).toEqual([
      'We have reviewed your report',
      'We have your appeal',
      'We have your report',
      'Your appeal was not successful',
    ]);
    expect(await subjectsTo(reporter)).toContain('We have acted on what you reported');
  });

  it('a reporter whose appeal was granted is told the outcome of the case that it has opened', async () => {
    const { reporter, caseId, productId } = await warned();
    await appeal(reporter, caseId);
    await decideAppeal(await people.admin(), caseId, 'reversed');
    const again = await caseIdOf(productId);
    expect((await decide(await people.admin(), again, 'hidden')).status).toBe(200);
    expect(await reportOf(reporter)).toMatchObject({
      state: 'decided',
      decision: { _id: caseId, outcome: 'hidden', appeal: { outcome: 'reversed' } },
    });
    const told = await mailsTo(reporter.email);
    expect(told.map(({ text }) => text).join()).toContain('removed the content');
  });

  it('a reporter whose appeal was granted is told the outcome of a case that was open already', async () => {
    const { reporter, caseId, productId } = await warned();
    await report(await people.buyer(), 'product', productId);
    const open = await caseIdOf(productId);
    await appeal(reporter, caseId);
    await decideAppeal(await people.admin(), caseId, 'reversed');
    expect(await caseIdOf(productId)).toBe(open);
    await decide(await people.admin(), open, 'dismissed');
    const told = await mailsTo(reporter.email);
    const outcome = told.find(({ text }) => text.includes('found nothing that breaks'));
    expect(outcome?.text.replace(/\s+/g, ' ')).toContain('still turn to a certified');
    expect(outcome?.text.replace(/\s+/g, ' ')).not.toContain('you can appeal within');
  });
});

describe('deciding an appeal', () => {
  it('an admin has to name the appeal while several wait', async () => {
    const { caseId, ofPerson } = await appealedByBoth();
    const admin = await people.admin();
    expect((await decideAppeal(admin, caseId, 'upheld')).status).toBe(409);
    expect((await decideAppeal(admin, caseId, 'upheld', ofPerson)).status).toBe(200);
    expect((await decideAppeal(admin, caseId, 'upheld')).status).toBe(200);
    expect(await stateOf(caseId)).toBe('upheld');
  });

  it('an admin cannot name an appeal of another case', async () => {
    const [one, other] = [await appealedByBoth(), await appealedByBoth()];
    const { status } = await decideAppeal(
      await people.admin(),
      one.caseId,
      'upheld',
      other.ofPerson,
    );
    expect(status).toBe(409);
    expect(await stateOf(other.caseId)).toBe('appealed');
  });

  it('an appeal is not decided by an admin who has appealed, or who decided while another can', async () => {
    const reporter = await people.admin();
    const seller = await people.seller();
    const productId = await people.make.product(seller.id);
    const { caseId, admin } = await reportAndDecide('product', productId, 'warned', { reporter });
    await appeal(reporter, caseId);
    await appeal(seller, caseId);
    const { appeals } = await read(admin, caseId);
    for (const who of [reporter, admin]) {
      expect((await read(who, caseId)).mayDecideAppeal).toBe(false);
      for (const { _id } of appeals) {
        expect((await decideAppeal(who, caseId, 'upheld', _id)).status).toBe(409);
      }
    }
    // Those who are left out or suspended do not count as others.
    await sql`update users set suspended_at = now() where role = 'admin' and id not in (${admin.id}, ${reporter.id})`;
    expect((await read(admin, caseId)).mayDecideAppeal).toBe(true);
    expect((await decideAppeal(admin, caseId, 'upheld', appeals[0]?._id)).status).toBe(200);
    await sql`update users set suspended_at = null`;
  });
});

describe('the account of one side', () => {
  it('a removed reporter has their own appeal ended, and the other appeal goes on', async () => {
    const { reporter, seller, caseId } = await appealedByBoth();
    await people.remove(await people.admin(), reporter);
    expect(await appealsOf(caseId)).toEqual([
      { side: 'subject', text: 'They are mine', outcome: null, reason: null, by: seller.id },
      { side: 'reporter', text: null, outcome: 'upheld', reason: null, by: null },
    ]);
    expect(await stateOf(caseId)).toBe('appealed');
    expect((await decideAppeal(await people.admin(), caseId, 'reversed')).status).toBe(200);
    expect((await decisionOf(seller))?.state).toBe('reversed');
  });

  it('removing the person of a case ends all its appeals, and none waits for ever', async () => {
    const { reporter, seller, caseId } = await appealedByBoth();
    await people.remove(await people.admin(), seller);
    expect((await appealsOf(caseId)).map(({ text, outcome }) => [text, outcome])).toEqual([
      [null, 'upheld'],
      [null, 'upheld'],
    ]);
    expect(await stateOf(caseId)).toBe('upheld');
    const [row] = await sql`select appeal, appeal_reason as reason from cases where id = ${caseId}`;
    expect(row).toEqual({ appeal: null, reason: null });
    expect((await reportOf(reporter))?.decision?.appeal).toMatchObject({
      text: '',
      outcome: 'upheld',
    });
  });

  it('a reporter who appealed is not named a year after the decision', async () => {
    const { caseId, seller, ofPerson, ofReporter } = await appealedByBoth();
    const admin = await people.admin();
    const later = new Date(Date.now() + 366 * 86_400_000);
    await eraseOldReports(shop.database, later);
    expect((await appealsOf(caseId)).map(({ text }) => text)).not.toContain(null);
    await decideAppeal(admin, caseId, 'upheld', ofPerson);
    await decideAppeal(admin, caseId, 'upheld', ofReporter);
    await eraseOldReports(shop.database, later);
    await adoptAllAppeals(shop.database, new Date());
    expect(await appealsOf(caseId)).toEqual([
      expect.objectContaining({ side: 'subject', text: 'They are mine', by: seller.id }),
      { side: 'reporter', text: null, outcome: 'upheld', reason: null, by: null },
    ]);
    const [row] = await sql`select appealed_by as by, appeal from cases where id = ${caseId}`;
    expect(row).toEqual({ by: null, appeal: null });
  });
});

describe('appeals that a server of the version before has stored', () => {
  /** What `appealDecision` and `decideAppeal` of that version write. */
  const appealBefore = (id: string, by: KnownUser, side: string) => sql`
    update cases set state = 'appealed', appeal_side = ${side}, appealed_by = ${by.id},
      appeal = 'Of before', appealed_at = now() where id = ${id}`;
  const decideBefore = (id: string, admin: KnownUser, outcome: string) => sql`
    update cases set state = ${outcome}, appeal_decided_by = ${admin.id}, appeal_decided_at = now(),
      appeal_reason = 'So it was' where id = ${id}`;

  it('appeals of the version before have their row after a start, once, with their outcome', async () => {
    const [open, decided] = [await warned(), await warned()];
    await appealBefore(open.caseId, open.seller, 'subject');
    await appealBefore(decided.caseId, decided.reporter, 'reporter');
    await decideBefore(decided.caseId, decided.admin, 'upheld');
    for (let start = 0; start < 2; start += 1) await adoptAllAppeals(shop.database, new Date());
    expect(await appealsOf(open.caseId)).toEqual([
      { side: 'subject', text: 'Of before', outcome: null, reason: null, by: open.seller.id },
    ]);
    expect(await appealsOf(decided.caseId)).toEqual([
      {
        side: 'reporter',
        text: 'Of before',
        outcome: 'upheld',
        reason: 'So it was',
        by: decided.reporter.id,
      },
    ]);
    expect((await reportOf(decided.reporter))?.decision?.appeal?.reason).toBe('So it was');
    expect((await appeal(open.reporter, open.caseId)).status).toBe(201);
  });

  it('an appeal of the version before counts before any start', async () => {
    const { seller, reporter, caseId } = await warned();
    await appealBefore(caseId, seller, 'subject');
    expect((await appeal(seller, caseId)).status).toBe(409);
    expect((await appeal(reporter, caseId)).status).toBe(201);
    expect((await appealsOf(caseId)).map(({ text }) => text)).toEqual([
      'Of before',
      'They are mine',
    ]);
  });

  it('the version before sees the oldest appeal that waits, and its decision leaves the other waiting', async () => {
    const { caseId, reporter, admin, seller } = await appealedByBoth('reporter first');
    const shown = async () =>
      (await sql`select appealed_by as by, state from cases where id = ${caseId}`)[0];
    expect(await shown()).toEqual({ by: reporter.id, state: 'appealed' });
    await decideBefore(caseId, admin, 'upheld');
    await adoptAllAppeals(shop.database, new Date());
    expect(await shown()).toEqual({ by: seller.id, state: 'appealed' });
    expect((await appealsOf(caseId)).map(({ outcome }) => outcome)).toEqual(['upheld', null]);
  });

  it('a start erases appeals of people whom the version before has removed', async () => {
    const { caseId, reporter } = await appealedByBoth();
    await sql`update users set removed_at = now() where id = ${reporter.id}`;
    await adoptAllAppeals(shop.database, new Date());
    expect((await appealsOf(caseId))[1]).toEqual({
      side: 'reporter',
      text: null,
      outcome: 'upheld',
      reason: null,
      by: null,
    });
    expect(await stateOf(caseId)).toBe('appealed');
  });
});
