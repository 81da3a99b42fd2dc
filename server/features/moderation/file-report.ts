import { randomBytes } from 'node:crypto';
import { messages } from '#contract/messages.ts';
import { type ReportReason, reportTerms } from '#contract/moderation/moderation-terms.ts';
import { msg, plural } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { badInput, Problem } from '../../core/problem.ts';
import { recordEvent } from '../../database/record-event.ts';
import type { SqlValue } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { addClips } from '../clips/clip-uses.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { lockPresentUsers, requirePresent, roleWithin } from '../users/lock-user.ts';
import { queueCaseMail } from './queue-case-mail.ts';
import { isSeenBy, readSubject, type Subject, type SubjectReference } from './subjects.ts';

interface GivenReport {
  subject: SubjectReference;
  reason: ReportReason;
  explanation: string;
  law?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  /** The language of the mails to a guest. */
  language: string | null;
}

export interface FiledReport {
  id: string;
  reference: string;
}

/** How many pictures of a listing are stored with its case. */
const storedPictures = 6;

/**
 * Stores a report. It joins the open case of its subject, or opens one, with the subject as it is now. A user who
 * reports the same twice while the case is open gets the reference of the first report. A guest always gets a new one,
 * because an address that was typed proves nothing, and must not tell who has reported: when that mailbox has reported
 * the same, or too much today, the report is stored without it, and nothing is mailed.
 * @param reporterId undefined for a guest
 * @throws Problem bad-input for a guest without name and address; not-signed-in; not-found for what the sender does not
 * see; conflict for what is the sender's own; too-many-requests for a user
 */
export async function fileReport(
  tx: Tx,
  reporterId: string | undefined,
  given: GivenReport,
  at: Date,
): Promise<FiledReport> {
  const sender = reporterId === undefined ? guestOf(given) : { reporterId };
  const known = await readSubject(tx.sql, given.subject);
  if (!known) throw subjectNotFound();
  const present = await lockPresentUsers(tx, [reporterId ?? known.personId, known.personId]);
  if (reporterId !== undefined) requirePresent(present, reporterId);
  // Read again, now that the person cannot be removed until the end.
  const subject = await readSubject(tx.sql, given.subject);
  if (!subject || !present.some(({ id }) => id === subject.personId)) throw subjectNotFound();
  if (!(await isSeenBy(tx.sql, subject, reporterId))) throw subjectNotFound();
  if (subject.personId === reporterId) {
    throw new Problem('conflict', msg`This is yours: you cannot report yourself`);
  }
  const caseId = await findOrOpenCase(tx, subject, at);
  const earlier = await findEarlier(tx, caseId, sender);
  const hasManyReports =
    !earlier && (await countReports(tx, sender, at)) >= reportTerms.perSenderDaily;
  if ('reporterId' in sender) {
    if (earlier) return earlier;
    if (hasManyReports) throw tooManyReports();
    return insertReport(tx, { ...given, sender, caseId }, at);
  }
  const email = earlier || hasManyReports ? null : sender.email;
  return insertReport(tx, { ...given, sender: { ...sender, email }, caseId }, at);
}

type Sender = { reporterId: string } | { name: string | null; email: string | null };

function guestOf({ reason, name, email }: GivenReport): Sender {
  // Article 16 of the DSA asks for neither where it is about children.
  if (reason !== 'child-safety' && (name === undefined || email === undefined)) {
    throw badInput([
      ...(name === undefined ? [{ field: 'name', message: messages.required.name }] : []),
      ...(email === undefined ? [{ field: 'email', message: messages.required.email }] : []),
    ]);
  }
  return { name: name ?? null, email: email ?? null };
}

/** The open case of a subject, whose person is locked. Repeats while the one that it found is decided by another request. */
export async function findOrOpenCase(tx: Tx, subject: Subject, at: Date): Promise<string> {
  const { kind, id, personId, productId, content } = subject;
  for (;;) {
    const caseId = newId(at);
    const inserted = await tx.sql`
      insert into cases (id, subject_kind, subject_id, person_id, product_id, state, opened_at, reported)
      values (${caseId}, ${kind}, ${id}, ${personId}, ${productId}, 'open', ${at},
        ${JSON.stringify(content)}::jsonb)
      on conflict (subject_kind, subject_id) where state = 'open' do nothing returning id`;
    if (inserted.length > 0) {
      await saveReportedFiles(tx, caseId, subject);
      const userId = tx.sql`select id from users where ${roleWithin('cases')} = 'admin'`;
      recordEvent(tx, { type: 'case.opened', userId, subjectId: caseId }, at);
      return caseId;
    }
    const [open] = await tx.sql<{ id: string }[]>`
      select id from cases
      where subject_kind = ${kind} and subject_id = ${id} and state = 'open' for share`;
    if (open) return open.id;
  }
}

/** Stores the pictures and clips of what was reported with its case, because they can be taken away there. */
export async function saveReportedFiles(tx: Tx, caseId: string, subject: Subject): Promise<void> {
  await saveEvidence(tx, caseId, subject.imageIds.slice(0, storedPictures));
  addClips(tx, caseId, subject.clips);
}

async function findEarlier(
  tx: Tx,
  caseId: string,
  sender: Sender,
): Promise<FiledReport | undefined> {
  if ('email' in sender && sender.email === null) return undefined;
  const [found] = await tx.sql<FiledReport[]>`
    select id, reference from reports where case_id = ${caseId} and ${bySender(tx, sender)}`;
  return found;
}

const bySender = (tx: Tx, sender: Sender) =>
  'reporterId' in sender
    ? tx.sql`reporter_id = ${sender.reporterId}`
    : tx.sql`lower(email) = lower(${sender.email})`;

/** An address with a tag after `+` reaches the mailbox of the one without, and at Gmail one with dots. */
const ofMailbox = (tx: Tx, sender: Sender) => {
  const mailbox = (address: SqlValue) => tx.sql`(
    select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') else name end
      || '@' || replace(domain, 'googlemail.com', 'gmail.com')
    from (select split_part(split_part(lower(${address}), '@', 1), '+', 1) as name,
      split_part(lower(${address}), '@', 2) as domain) parts)`;
  return 'reporterId' in sender || sender.email === null
    ? bySender(tx, sender)
    : tx.sql`email is not null and ${mailbox(tx.sql`email`)} = ${mailbox(tx.sql`${sender.email}::text`)}`;
};

async function countReports(tx: Tx, sender: Sender, at: Date): Promise<number> {
  const since = new Date(at.getTime() - 24 * 3_600_000);
  const [recent] = await tx.sql<{ count: number }[]>`
    select count(*)::int as count from reports
    where ${ofMailbox(tx, sender)} and created_at > ${since}`;
  return recent?.count ?? 0;
}

function tooManyReports(): Problem {
  return new Problem(
    'too-many-requests',
    msg`You have reported ${plural(reportTerms.perSenderDaily, { one: '# thing', other: '# things' })} within a day. Please continue tomorrow, or write to the shop.`,
    { retryAfterSeconds: 3_600 },
  );
}

interface NewReport extends GivenReport {
  sender: Sender;
  caseId: string;
}

async function insertReport(
  tx: Tx,
  { sender, caseId, subject, reason, explanation, law, language }: NewReport,
  at: Date,
): Promise<FiledReport> {
  const id = newId(at);
  const reference = newReference();
  const { reporterId, name, email } = { reporterId: null, name: null, email: null, ...sender };
  const inserted = await tx.sql`
    insert into reports (id, case_id, reference, reporter_id, name, email, language, reason,
      explanation, law, created_at)
    values (${id}, ${caseId}, ${reference}, ${reporterId}, ${name}, ${email},
      ${reporterId === null ? language : null}, ${reason}, ${explanation}, ${law ?? null}, ${at})
    on conflict do nothing returning id`;
  if (inserted.length === 0) {
    // The same sender at the same time.
    if (reporterId === null && email !== null) {
      const withoutAddress = { reason, explanation, law, language, sender: { name, email: null } };
      return insertReport(tx, { ...withoutAddress, subject, caseId }, at);
    }
    const earlier = await findEarlier(tx, caseId, sender);
    if (earlier) return earlier;
    throw new Error('A report conflicts with none of its sender');
  }
  if (reporterId !== null || email !== null) {
    queueCaseMail(tx, { kind: 'report-received', caseId, reportId: id }, at);
  }
  return { id, reference };
}

/** Without letters and digits that are taken for each other; too many to guess. */
function newReference(): string {
  const letters = [...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length]);
  return `R-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function subjectNotFound(): Problem {
  return new Problem('not-found', msg`There is no longer anything to report here`);
}
