import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedCase } from '#contract/moderation/cases.ts';
import type { OwnReport } from '#contract/moderation/reports.ts';
import { createModerating } from '../../testing/moderating.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { eraseOldReports } from './erase-cases.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let admin: KnownUser;
let seller: KnownUser;
const { call, report, caseIdOf, read, reportAndDecide, appeal, decideAppeal, mailsTo } =
  createModerating(
    () => shop,
    () => people,
  );

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  admin = await people.admin();
  seller = await people.seller();
});
afterAll(() => shop.close());

const guest = (name: string) => ({ name, email: `${name.toLowerCase()}@guests.test` });
const listing = () => people.make.product(seller.id);

describe('a report', () => {
  it('a guest who reports gets a receipt by mail with the reference, and nothing of the text', async () => {
    const id = await listing();
    const filed = await report(null, 'product', id, {
      ...guest('Gil'),
      explanation: 'Buy pills at spam.test',
    });
    expect(filed.status).toBe(201);
    expect(filed.body.reference).toMatch(/^R-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(JSON.stringify(filed.body)).not.toContain('pills');
    const [mail] = await mailsTo('gil@guests.test');
    expect(mail?.text).toContain(filed.body.reference);
    for (const part of [mail?.text, mail?.html, mail?.subject]) {
      expect(part).not.toMatch(/pills|Gil|Student trumpet/);
    }
  });

  it.each([
    [{ explanation: ' ' }, 'explanation', 'Describe what is wrong'],
    [{ reason: 'illegal' as const }, 'law', 'Name the law that is broken'],
    [{ goodFaith: undefined as never }, 'goodFaith', 'Confirm that what you report is true'],
    [{ name: '' }, 'name', 'Name is Required'],
    [{ email: 'nobody' }, 'email', 'This is not an email address'],
  ])('a report with %o is refused, with the name of the field', async (given, field, message) => {
    const refused = await report(null, 'product', await listing(), { ...guest('Gil'), ...given });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    ]);
  });

  it('a report about children needs neither name nor address', async () => {
    const filed = await report(null, 'product', await listing(), { reason: 'child-safety' });
    expect(filed.status).toBe(201);
  });

  it('a person reports a subject once while it is undecided, and opens another case afterwards', async () => {
    const id = await listing();
    const reporter = await people.buyer();
    const first = await report(reporter, 'product', id);
    expect((await report(reporter, 'product', id)).body.reference).toBe(first.body.reference);
    const caseId = await caseIdOf(id);
    await reportAndDecide('product', id, 'dismissed');
    const again = await report(reporter, 'product', id);
    expect(again.body.reference).not.toBe(first.body.reference);
    expect(await caseIdOf(id)).not.toBe(caseId);
  });

  it('a report about oneself, or about nothing, is refused', async () => {
    const id = await listing();
    expect((await report(seller, 'product', id)).status).toBe(409);
    const nothing = '01900000-0000-7000-8000-000000000000';
    for (const kind of ['product', 'picture', 'message', 'review', 'user'] as const) {
      expect((await report(await people.buyer(), kind, nothing)).status).toBe(404);
    }
  });

  it('only the other side of the conversation can report a message', async () => {
    const [buyer, stranger] = [await people.buyer(), await people.buyer()];
    const threadId = await people.write(buyer, { productId: await listing() }, 'Pay me elsewhere');
    const [message] = await shop.database.sql<{ id: string }[]>`
      select id from messages where thread_id = ${threadId}`;
    const id = message?.id ?? '';
    expect((await report(stranger, 'message', id)).status).toBe(404);
    expect((await report(null, 'message', id, guest('Gil'))).status).toBe(404);
    expect((await report(buyer, 'message', id)).status).toBe(409);
    expect((await report(seller, 'message', id)).status).toBe(201);
  });

  it('a user can report 20 things a day', async () => {
    const reporter = await people.buyer();
    const ids = await Promise.all(Array.from({ length: 21 }, listing));
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await report(reporter, 'product', id)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
  });

  it('a repeated report of a guest is answered and stored like a first one, and mails nothing', async () => {
    const id = await listing();
    const victim = guest('Victor');
    const first = await report(null, 'product', id, victim);
    const probe = { name: 'Prober', email: victim.email.toUpperCase() };
    const sent = [first];
    for (let n = 0; n < 2; n += 1) sent.push(await report(null, 'product', id, probe));
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(sent.map(({ body }) => body.reference)).size).toBe(3);
    expect(new Set(sent.map(({ body }) => body.insertedId)).size).toBe(3);
    expect(await mailsTo(victim.email)).toHaveLength(1);
    const caseId = await caseIdOf(id);
    for (const { body } of sent) {
      const query = `/cases?reference=${body.reference.toLowerCase()}`;
      const found = await call<{ data: ListedCase[] } | ListedCase[]>(admin, query);
      expect(JSON.stringify(found.body)).toContain(caseId);
    }
    const none = await call<ListedCase[]>(admin, '/cases?reference=R-0000-0000');
    expect(JSON.stringify(none.body)).not.toContain(caseId);
  });

  it('a mailbox gets mails about 20 reports a day, whatever follows a plus sign and at Gmail with or without dots', async () => {
    for (const [first, other] of [
      ['vic+{n}@guests.test', 'Vic@guests.test'],
      ['v.i.c+{n}@gmail.com', 'vic+other@googlemail.com'],
    ] as const) {
      const send = async (email: string) =>
        report(null, 'product', await listing(), { name: 'Vic', email });
      for (let n = 0; n < 20; n += 1) {
        expect((await send(first.replace('{n}', String(n)))).status).toBe(201);
      }
      expect((await send(other)).status).toBe(201);
      expect((await send(`not-${other}`)).status).toBe(201);
      const stored = await shop.database.sql`
        select email from reports where email in (${other}, ${`not-${other}`})`;
      expect(stored).toEqual([{ email: `not-${other}` }]);
    }
  });
});

describe('a case', () => {
  it('a case has 1,000 reports of one listing, which everyone still sees', async () => {
    const id = await listing();
    await report(await people.buyer(), 'product', id);
    const caseId = await caseIdOf(id);
    const at = new Date();
    await shop.database.sql`
      insert into reports (id, case_id, reference, name, email, reason, explanation, created_at)
      select gen_random_uuid(), ${caseId}, 'R-BULK-' || n, 'Gil', n || '@guests.test', 'spam', 'So it is', ${at}
      from generate_series(1, 979) n`;
    const more = await Promise.all(
      Array.from({ length: 20 }, async () => report(await people.buyer(), 'product', id)),
    );
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await caseIdOf(id)).toBe(caseId);
    const found = await read(admin, caseId);
    expect(found).toMatchObject({ reports: 1_000, subjectState: 'visible' });
    expect(found.shownReports).toHaveLength(50);
    expect(found.reasons[0]).toEqual({ reason: 'spam', count: 979 });
    expect((await shop.app.inject({ url: `/api/products/${id}` })).statusCode).toBe(200);
  });

  it('several simultaneous reports make one case', async () => {
    const id = await listing();
    const reporters = await Promise.all(Array.from({ length: 12 }, people.buyer));
    await Promise.all(reporters.map((reporter) => report(reporter, 'product', id)));
    const found = await read(admin, await caseIdOf(id));
    expect(found.reports).toBe(12);
  });

  it('a case shows its subject as it was when it was reported, and as it is', async () => {
    const id = await listing();
    await report(await people.buyer(), 'product', id);
    await call(seller, `/products/${id}`, {
      method: 'PATCH',
      payload: { description: 'Now it says something else', price: 99 },
    });
    const found = await read(admin, await caseIdOf(id));
    expect(found.reported).toMatchObject({
      price: 120.5,
      text: expect.stringContaining('two small dents'),
    });
    expect(found.current).toMatchObject({ text: 'Now it says something else' });
    expect(found.reported.images).toHaveLength(1);
  });

  it('the queue of cases is ordered by age, and filtered by reason', async () => {
    const [older, newer] = [await listing(), await listing()];
    await report(await people.buyer(), 'product', older, { reason: 'stolen' });
    await report(await people.buyer(), 'product', newer, { reason: 'stolen' });
    const { body } = await call<ListedCase[]>(admin, '/cases?reason=stolen');
    expect(body.map(({ subject }) => subject.id)).toEqual([older, newer]);
    const [first] = (await call<ListedCase[]>(admin, '/cases?reason=stolen&limit=1')).body;
    const next = await call<ListedCase[]>(
      admin,
      `/cases?reason=stolen&limit=1&cursor=${first?._id}`,
    );
    expect(next.body.map(({ subject }) => subject.id)).toEqual([newer]);
  });

  it('a case shows two messages before and two after a reported one, and the look is audited', async () => {
    const buyer = await people.buyer();
    const threadId = await people.write(buyer, { productId: await listing() }, 'Text 1');
    for (const text of ['Text 2', 'Text 3', 'Text 4', 'Text 5', 'Text 6', 'Text 7']) {
      await people.answer(buyer, threadId, text);
    }
    const [message] = await shop.database.sql<{ id: string }[]>`
      select id from messages where thread_id = ${threadId} and text = 'Text 4'`;
    await report(seller, 'message', message?.id ?? '');
    const { messages } = await read(admin, await caseIdOf(message?.id ?? ''));
    expect(messages?.map(({ text }) => text)).toEqual([
      'Text 2',
      'Text 3',
      'Text 4',
      'Text 5',
      'Text 6',
    ]);
    const { body } = await call<{ action: string; subject: { _id: string } }[]>(admin, '/audit');
    expect(body[0]).toMatchObject({ action: 'messages-read', subject: { _id: buyer.id } });
  });
});

describe('a dismissed report', () => {
  it('a dismissed report about a message is in no reply and no export of its author, with its appeal', async () => {
    const [buyer, reporter] = [await people.buyer(), await people.seller()];
    const productId = await people.make.product(reporter.id);
    const threadId = await people.write(buyer, { productId }, 'Pay me elsewhere');
    const [message] = await shop.database.sql<{ id: string }[]>`
      select id from messages where thread_id = ${threadId}`;
    const everything = async () => {
      const replies = await Promise.all([
        call(buyer, `/decisions?email=${buyer.email}`),
        call(buyer, `/reports?email=${buyer.email}`),
        call(buyer, `/users/${buyer.email}`),
        call(buyer, `/threads?email=${buyer.email}`),
        call(buyer, `/threads/${threadId}/messages`),
        call<object>(buyer, `/users/${buyer.id}/export`),
      ]);
      return JSON.stringify(replies.map(({ body }) => ({ ...(body as object), time: '' })));
    };
    const before = await everything();
    const { caseId } = await reportAndDecide('message', message?.id ?? '', 'dismissed', {
      reporter,
    });
    await appeal(reporter, caseId);
    await decideAppeal(await people.admin(), caseId, 'reversed');
    expect(await everything()).toBe(before);
    expect(await mailsTo(buyer.email)).toEqual([]);
  });
});

describe('a reporter', () => {
  it('a reporter is in no answer to the reported person, and in no export of theirs', async () => {
    const reporter = await people.make.user({ name: 'Rita Reporter' });
    const other = await people.seller();
    const id = await people.make.product(other.id);
    await report(reporter, 'product', id, { explanation: 'Rita saw it in a window' });
    await reportAndDecide('product', id, 'warned', { reporter });
    const answers = await Promise.all([
      call(other, `/decisions?email=${other.email}`),
      call(other, `/users/${other.id}/export`),
      call(other, `/reports?email=${other.email}`),
      call(other, `/products?email=${other.email}`),
    ]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/Rita|window/);
    const own = await call<OwnReport[]>(reporter, `/reports?email=${reporter.email}`);
    expect(own.body).toMatchObject([{ state: 'decided', decision: { outcome: 'warned' } }]);
  });
});

describe('hidden content', () => {
  it('hidden content cannot be reported, as if it had never existed', async () => {
    const seller = await people.seller();
    const { hide, apply } = moderationEffects(() => shop);
    const [id, pictured] = [
      await people.make.product(seller.id),
      await people.make.product(seller.id),
    ];
    const [picture] = await shop.database.sql<{ id: string }[]>`
      select image_id as id from products where id = ${pictured}`;
    const { bookingId, buyer } = await people.sell(seller);
    await people.complete(seller, bookingId);
    const reviewId = await people.review(buyer, bookingId);
    await people.review(seller, bookingId);
    const threadId = await people.write(buyer, { productId: id }, 'Pay me elsewhere');
    const [message] = await shop.database.sql<{ id: string }[]>`
      select id from messages where thread_id = ${threadId}`;
    const subjects = [
      { kind: 'product', id },
      { kind: 'picture', id: picture?.id ?? '' },
      { kind: 'review', id: reviewId },
      { kind: 'message', id: message?.id ?? '' },
    ] as const;
    await hide(id);
    for (const subject of subjects.slice(1)) await apply(subject, { outcome: 'hidden' });
    const nothing = '01900000-0000-7000-8000-000000000000';
    for (const subject of subjects) {
      for (const reporter of [null, await people.buyer(), seller]) {
        const sent = [subject.kind, subject.id, reporter ? {} : guest('Gil')] as const;
        const about = await report(reporter, ...sent);
        const unknown = await report(reporter, sent[0], nothing, sent[2]);
        expect([about.status, about.body.detail]).toEqual([404, unknown.body.detail]);
      }
    }
  });
});

describe('the removal of a reported account', () => {
  it('a removed account erases what others wrote about the person, and the grounds of decisions', async () => {
    const seller = await people.seller();
    const id = await people.make.product(seller.id);
    const reporter = await people.buyer();
    await report(reporter, 'product', id, { explanation: 'He wrote zqquote', law: 'zqlaw' });
    await report(null, 'product', id, { ...guest('Gwen'), explanation: 'He wrote zqquote' });
    const ground = { kind: 'rules', text: 'No zqground' } as const;
    const { caseId } = await reportAndDecide('product', id, 'warned', { ground });
    await people.remove(admin, seller);
    const answers = await Promise.all([
      read(admin, caseId),
      call(reporter, `/reports?email=${reporter.email}`),
      call(reporter, `/users/${reporter.id}/export`),
    ]);
    expect(JSON.stringify(answers)).not.toMatch(/zqquote|zqlaw|zqground/);
    const rows = () => shop.database.sql`
      select from reports where case_id = ${caseId}
        and (reporter_id is not null or email is not null or name is not null)`;
    expect(await rows()).toHaveLength(3);
    await eraseOldReports(shop.database, new Date(Date.now() + 366 * 86_400_000));
    expect(await rows()).toEqual([]);
  });
});

describe('old reports', () => {
  it('old reports are erased a year after the decision, and reason and outcome stay', async () => {
    const id = await listing();
    await report(null, 'product', id, guest('Oldie'));
    const { caseId } = await reportAndDecide('product', id, 'dismissed');
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await eraseOldReports(shop.database, days(364));
    const rows = () => shop.database.sql<{ name: string | null; reason: string }[]>`
      select name, reason from reports where case_id = ${caseId} order by id limit 1`;
    expect(await rows()).toEqual([{ name: 'Oldie', reason: 'fraud' }]);
    await eraseOldReports(shop.database, days(366));
    expect(await rows()).toEqual([{ name: null, reason: 'fraud' }]);
    expect((await read(admin, caseId)).reported.name).toBe('');
  });
});
