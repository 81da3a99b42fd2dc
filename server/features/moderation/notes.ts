import type { NoteSubject } from '#contract/moderation/moderation-terms.ts';
import type { Note } from '#contract/moderation/notes.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf, bookingNotFound, lockSale } from '../bookings/lock-sale.ts';
import { type Actor, lacksArea, lockActorAndSubject } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { lockCaseForAdmin } from './lock-case.ts';
import { caseNotFound } from './read-case.ts';

/** What a note is about. */
export interface Noted {
  kind: NoteSubject;
  id: string;
}

const columns = {
  person: rawSql('person_id'),
  sale: rawSql('booking_id'),
  case: rawSql('case_id'),
};

/**
 * The notes of admins about a person, a booking or a case, newest first.
 * @throws Problem not-found; not-allowed about oneself
 */
export async function listNotes(
  sql: Sql,
  readerId: string,
  noted: Noted,
  { count, before }: { count: number; before: string },
): Promise<Note[]> {
  requireNotOwn(readerId, await findConcerned(sql, noted));
  const rows = await sql<{ id: string; text: string; authorName: string; writtenAt: Date }[]>`
    select n.id, n.text, u.name as "authorName", n.written_at as "writtenAt"
    from notes n join users u on u.id = n.author_id
    where n.${columns[noted.kind]} = ${noted.id} and n.id < ${before}
    order by n.id desc limit ${count}`;
  return rows.map(({ id, text, authorName, writtenAt }) => ({
    _id: id,
    text,
    authorName,
    time: writtenAt.toISOString(),
  }));
}

/**
 * Adds a note. The newest note again by its author, as when an answer was lost, adds none.
 * @returns its id
 * @throws Problem not-signed-in, not-allowed without the area or about oneself; not-found
 */
export async function addNote(
  tx: Tx,
  author: Actor,
  { text, ...noted }: Noted & { text: string },
  at: Date,
): Promise<string> {
  const { concerned, ...target } = await locks[noted.kind](tx, author, noted.id);
  requireNotOwn(author.id, concerned);
  const column = columns[noted.kind];
  const [newest] = await tx.sql<{ id: string; text: string; authorId: string }[]>`
    select id, text, author_id as "authorId" from notes where ${column} = ${noted.id}
    order by id desc limit 1`;
  if (newest?.authorId === author.id && newest.text === text) return newest.id;
  const id = newId(at);
  tx.write`
    insert into notes (id, ${column}, author_id, text, written_at)
    values (${id}, ${noted.id}, ${author.id}, ${text}, ${at})`;
  await writeAuditEntry(tx, { action: 'note-added', actorId: author.id, ...target }, at);
  return id;
}

type AuditTarget = Omit<Parameters<typeof writeAuditEntry>[1], 'action' | 'actorId'>;
type Lock = (
  tx: Tx,
  author: Actor,
  id: string,
) => Promise<AuditTarget & { concerned: readonly string[] }>;

/** What is locked before a note is added, so that two are added one after the other and none outlives whom it is about. */
const locks: Record<NoteSubject, Lock> = {
  async person(tx, author, id) {
    const { subject } = await lockActorAndSubject(tx, author, id, 'admin', 'people');
    return { subject, concerned: [subject.id] };
  },
  async sale(tx, author, bookingId) {
    const { booking, actorRole } = await lockSale(tx, { bookingId, actorId: author.id });
    if (actorRole !== 'admin') throw lacksArea('cases');
    return { ...auditTargetOf(booking), concerned: [booking.buyerId, booking.sellerId] };
  },
  async case(tx, author, id) {
    const { person } = await lockCaseForAdmin(tx, author, id);
    return { subject: person, concerned: [person.id] };
  },
};

/** The people whom it concerns. */
async function findConcerned(sql: Sql, { kind, id }: Noted): Promise<string[]> {
  const [found] = await sql<{ ids: string[] }[]>`${
    {
      person: sql`select array[id] as ids from users where id = ${id} and removed_at is null`,
      sale: sql`select array[buyer_id, seller_id] as ids from bookings where id = ${id}`,
      case: sql`select array[person_id] as ids from cases where id = ${id}`,
    }[kind]
  }`;
  if (found) return found.ids;
  if (kind === 'sale') throw bookingNotFound();
  throw kind === 'case' ? caseNotFound() : new Problem('not-found', msg`There is no such user`);
}

function requireNotOwn(readerId: string, concerned: readonly string[]): void {
  if (!concerned.includes(readerId)) return;
  throw new Problem('not-allowed', msg`This is about you: its notes are for the other admins`);
}

/** Deletes the notes about a person, their sales and the cases about them. */
export function eraseNotes(tx: Tx, userId: string): void {
  tx.write`
    delete from notes where person_id = ${userId}
      or booking_id in (select id from bookings where buyer_id = ${userId} or seller_id = ${userId})
      or case_id in (select id from cases where person_id = ${userId})`;
}
