import type { CallName } from '#contract/calls.ts';
import { newId } from '../core/ids.ts';
import { transaction } from '../database/transaction.ts';
import { appealDecision } from '../features/moderation/appeal.ts';
import { decideCase } from '../features/moderation/decide-case.ts';
import { fileReport } from '../features/moderation/file-report.ts';
import { readSubject } from '../features/moderation/subjects.ts';
import {
  everybody,
  get,
  onlyAdmin,
  onlyOwn,
  type PermissionRow,
  users,
  type World,
} from './permissions.ts';

/** The rights to report, to read decisions, and to decide. An appeal is for another admin than the one who decided. */
export const reportPermissions = {
  fileReport: [
    {
      about: 'a listing',
      request: async ({ people }) => report('product', await newListing(people)),
      // An expired or forged token is that of a guest.
      expected: everybody(201),
    },
    {
      about: 'a message of a thread of theirs',
      request: async ({ people, own }) => {
        const productId = await people.make.product(own.id);
        const threadId = await people.write(await people.buyer(), { productId });
        const [message] = await people.deps.database.sql<{ id: string }[]>`
          select id from messages where thread_id = ${threadId}`;
        return report('message', message?.id ?? '');
      },
      expected: { ...everybody(404), own: 201 },
    },
  ],
  reportStolen: [
    {
      request: () => ({
        method: 'POST',
        url: '/api/stolen',
        payload: { brand: 'Fender', serial: 'Z 123', explanation: 'It was taken from my car.' },
      }),
      expected: users({ buyer: 201, seller: 201, own: 201, admin: 201 }),
    },
  ],
  listOwnReports: [{ request: get(({ own }) => `/reports?email=${own.email}`), expected: onlyOwn }],
  listCases: [{ request: get(() => '/cases'), expected: onlyAdmin }],
  readCase: [
    {
      request: async (world) => ({ url: `/api/cases/${(await openCase(world)).caseId}` }),
      expected: onlyAdmin,
    },
  ],
  decideCase: [
    {
      request: async (world) => {
        const { caseId, version } = await openCase(world);
        const payload = { outcome: 'dismissed', facts: 'Nothing found', version };
        return { method: 'PUT', url: `/api/cases/${caseId}`, payload };
      },
      expected: onlyAdmin,
    },
  ],
  listOwnDecisions: [
    { request: get(({ own }) => `/decisions?email=${own.email}`), expected: onlyOwn },
  ],
  appealDecision: [
    {
      request: async (world) => ({
        method: 'POST',
        url: `/api/decisions/${await decidedCase(world)}/appeal`,
        payload: { text: 'It is my own text' },
      }),
      expected: users({ buyer: 404, seller: 404, own: 201, admin: 404 }),
    },
  ],
  decideAppeal: [
    {
      request: async (world) => {
        const id = await decidedCase(world);
        const { database } = world.people.deps;
        const appeal = { id, text: 'It is my own text' };
        await transaction(database, (tx) => appealDecision(tx, world.own.id, appeal, new Date()));
        const payload = { outcome: 'upheld', reason: 'It stays' };
        return { method: 'PUT', url: `/api/decisions/${id}/appeal`, payload };
      },
      expected: onlyAdmin,
    },
  ],
  listPersonNotes: notesOf(async ({ own }) => `/users/${own.id}`, 'GET'),
  addPersonNote: notesOf(async ({ own }) => `/users/${own.id}`, 'POST'),
  listSaleNotes: notesOf(newSale, 'GET'),
  addSaleNote: notesOf(newSale, 'POST'),
  listCaseNotes: notesOf(newCase, 'GET'),
  addCaseNote: notesOf(newCase, 'POST'),
} satisfies Partial<Record<CallName, readonly PermissionRow[]>>;

function notesOf(about: (world: World) => Promise<string>, method: 'GET' | 'POST') {
  const row: PermissionRow = {
    request: async (world) => ({
      method,
      url: `/api${await about(world)}/notes`,
      ...(method === 'POST' && { payload: { text: 'Called about it' } }),
    }),
    expected: { ...onlyAdmin, admin: method === 'POST' ? 201 : 200 },
  };
  return [row];
}

async function newSale({ people }: World): Promise<string> {
  const { bookingId } = await people.sell(await people.seller());
  return `/bookings/${bookingId}`;
}

async function newCase(world: World): Promise<string> {
  return `/cases/${(await openCase(world)).caseId}`;
}

/** No one reports many things a day, so each report is from another user. */
const newReporter = () => ({ name: 'Gil Guest', email: `gil-${newId(new Date())}@guests.test` });

function report(kind: 'product' | 'message', id: string) {
  const payload = {
    subject: { kind, id },
    reason: 'fraud',
    explanation: 'The pictures are from elsewhere',
    ...newReporter(),
    goodFaith: true,
  };
  return { method: 'POST', url: '/api/reports', payload } as const;
}

async function newListing(people: World['people']): Promise<string> {
  return people.make.product((await people.seller()).id);
}

/** A reported listing of own. */
async function openCase({ people, own }: World) {
  const { database } = people.deps;
  const subject = { kind: 'product', id: await people.make.product(own.id) } as const;
  const given = { subject, reason: 'fraud', explanation: 'Not theirs', language: null } as const;
  await transaction(database, (tx) =>
    fileReport(tx, undefined, { ...given, ...newReporter() }, new Date()),
  );
  const [found] = await database.sql<{ caseId: string }[]>`
    select id as "caseId" from cases where subject_id = ${subject.id}`;
  const version = (await readSubject(database.sql, subject))?.version ?? '';
  return { caseId: found?.caseId ?? '', version };
}

/** About own, who was warned. */
async function decidedCase(world: World): Promise<string> {
  const { people } = world;
  const { caseId, version } = await openCase(world);
  const admin = await people.admin();
  const ground = { kind: 'rules', text: 'Own texts only' } as const;
  const decision = { id: caseId, outcome: 'warned', ground, facts: 'Copied', version } as const;
  await transaction(people.deps.database, (tx) =>
    decideCase(tx, { id: admin.id, role: 'admin' }, decision, new Date()),
  );
  return caseId;
}
