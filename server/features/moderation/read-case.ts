import type { ModerationCase, SubjectContent } from '#contract/moderation/cases.ts';
import {
  type AppealOutcome,
  type GroundKind,
  outcomesFor,
  reportTerms,
} from '#contract/moderation/moderation-terms.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { selected } from '../../database/row-sql.ts';
import type { ReportedContent } from '../../database/schema/cases.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { evidenceClipsFrom } from '../clips/clip-address.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import {
  type CodePhotoColumns,
  codePhotoColumns,
  codePhotoFrom,
} from '../products/code-photo-columns.ts';
import { roleWithin } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { foreseeEffect } from './foresee-effect.ts';
import { caseColumns, type ListedCaseRow, listedCaseFrom } from './read-cases.ts';
import { readHints } from './read-hints.ts';
import { readSubject, type Subject } from './subjects.ts';

export interface CaseReader {
  evidenceLinks: EvidenceLinks;
}

interface CaseRow extends ListedCaseRow {
  productId: string | null;
  reported: ReportedContent | null;
  reportedImages: string[];
  reportedClips: ClipColumns[];
  decidedBy: string | null;
  adminName: string | null;
  decidedAt: Date | null;
  groundKind: GroundKind | null;
  ground: string | null;
  facts: string | null;
  suspendedUntil: Date | null;
  reopens: string | null;
  sales: number;
}

/** What a decision about a subject that is gone names as its version. */
export const goneVersion = 'gone';

/**
 * A case with what an admin needs to decide it. The look at messages is recorded in the audit log.
 * @throws Problem not-found
 */
export async function readCase(
  tx: Tx,
  { evidenceLinks }: CaseReader,
  adminId: string,
  id: string,
  at: Date,
): Promise<ModerationCase> {
  const { sql } = tx;
  const row = await readRow(sql, id);
  const subject = await readSubject(sql, { kind: row.subjectKind, id: row.subjectId });
  const addresses = (ids: readonly string[]) =>
    ids.map((image) => evidenceLinks.addressOf({ id: image }));
  const listed = listedCaseFrom(row);
  if (row.subjectKind === 'message' && listed.person) {
    const { _id, name, email } = listed.person;
    const person = { id: _id, name, email };
    await writeAuditEntry(
      tx,
      { action: 'messages-read', actorId: adminId, subject: person, about: listed.subject.name },
      at,
    );
  }
  return {
    ...listed,
    version: subject?.version ?? goneVersion,
    reported: {
      ...contentOf(row.reported ?? { name: '' }, addresses(row.reportedImages)),
      clips: evidenceClipsFrom(row.reportedClips, evidenceLinks),
    },
    current: subject && {
      ...contentOf(subject.content, addresses(subject.imageIds)),
      clips: evidenceClipsFrom(subject.clips, evidenceLinks),
    },
    subjectState: subject?.state ?? 'gone',
    productId: row.productId ?? undefined,
    foundHints: await readHints(sql, id, addresses),
    codePhoto: await readCodePhoto(sql, row.productId, addresses),
    shownReports: await readReports(sql, id),
    messages:
      row.subjectKind === 'message'
        ? await readMessagesAround(sql, row.subjectId, evidenceLinks)
        : undefined,
    history: await readHistory(sql, row.personId, id),
    sales: row.sales,
    effects: row.state === 'open' && subject ? await foreseenEffects(sql, subject, at) : {},
    decision: decisionOf(row),
    appeals: await readAppeals(sql, id),
    mayDecideAppeal: row.state === 'appealed' && (await mayDecideAppeal(sql, row, adminId)),
    reopens: row.reopens ?? undefined,
  };
}

/** The picture with a code of a listing, at an address for admins: a decision may have hidden it. */
async function readCodePhoto(
  sql: Sql,
  productId: string | null,
  addresses: (imageIds: readonly string[]) => string[],
): Promise<ModerationCase['codePhoto']> {
  const [row] = await sql<(CodePhotoColumns & { imageIds: string[] })[]>`
    select ${selected(codePhotoColumns, 'p')}, array_prepend(p.image_id, array(
      select image_id from product_images where product_id = p.id order by position)) as "imageIds"
    from products p where id = ${productId} and code_photo_id is not null`;
  if (!row) return undefined;
  const urls = addresses(row.imageIds);
  return codePhotoFrom(
    row,
    row.imageIds.map((imageId, place) => ({ id: imageId, url: urls[place] ?? '' })),
  );
}

async function readRow(sql: Sql, id: string): Promise<CaseRow> {
  const [row] = await sql<CaseRow[]>`
    select ${caseColumns}, c.product_id as "productId", c.reported,
      array(select image_id from evidence_images where subject_id = c.id order by position)
        as "reportedImages", ${selectClips(sql, 'c.id')} as "reportedClips",
      c.decided_by as "decidedBy", c.decided_at as "decidedAt", c.ground_kind as "groundKind",
      (select name from users where id = c.decided_by and removed_at is null) as "adminName",
      c.ground, c.facts, c.suspended_until as "suspendedUntil", c.reopens,
      (select count(*)::int from bookings b join fulfilments f on f.booking_id = b.id
        where b.seller_id = c.person_id and f.state = 'completed') as sales
    from cases c join users u on u.id = c.person_id
    where c.id = ${id}`;
  if (!row) throw caseNotFound();
  return row;
}

export function caseNotFound(): Problem {
  return new Problem('not-found', msg`There is no such case`);
}

function contentOf(
  { name, text, priceCents, rating, reply }: ReportedContent,
  images: string[],
): SubjectContent {
  const price = priceCents === undefined ? undefined : toMajorUnits(priceCents);
  return { name, text, images, price, rating, reply };
}

async function foreseenEffects(
  sql: Sql,
  subject: Subject,
  at: Date,
): Promise<ModerationCase['effects']> {
  const entries = await Promise.all(
    outcomesFor[subject.kind].map(
      async (outcome) => [outcome, await foreseeEffect(sql, subject, outcome, at)] as const,
    ),
  );
  return Object.fromEntries(entries);
}

function decisionOf(row: CaseRow): ModerationCase['decision'] {
  const { outcome, decidedAt, groundKind, ground } = row;
  if (!outcome || !decidedAt) return undefined;
  return {
    outcome,
    ground: groundKind && ground !== null ? { kind: groundKind, text: ground } : undefined,
    facts: row.facts ?? '',
    until: row.suspendedUntil?.toISOString(),
    time: decidedAt.toISOString(),
    admin: row.adminName ?? undefined,
  };
}

type ShownAppeal = ModerationCase['appeals'][number];

async function readAppeals(sql: Sql, caseId: string): Promise<ShownAppeal[]> {
  const rows = await sql<
    (Pick<ShownAppeal, 'side'> & {
      [Field in 'reference' | 'text' | 'reason' | 'admin']: string | null;
    } & { id: string; outcome: AppealOutcome | null; createdAt: Date; decidedAt: Date | null })[]
  >`
    select a.id, a.side, r.reference, a.text, a.created_at as "createdAt", a.outcome, a.reason,
      a.decided_at as "decidedAt", u.name as admin
    from appeals a
    left join reports r on r.case_id = a.case_id and r.reporter_id = a.appellant_id
    left join users u on u.id = a.decided_by and u.removed_at is null
    where a.case_id = ${caseId} order by a.created_at, a.id`;
  return rows.map(
    ({ id, side, reference, text, createdAt, outcome, reason, decidedAt, admin }) => ({
      _id: id,
      side,
      reference: reference ?? undefined,
      text: text ?? '',
      time: createdAt.toISOString(),
      outcome: outcome ?? undefined,
      reason: reason ?? undefined,
      decidedAt: decidedAt?.toISOString(),
      admin: admin ?? undefined,
    }),
  );
}

/**
 * An appeal is for another admin than the one who decided, where there is one, and for no one whom the case concerns or
 * who has appealed themselves.
 */
export async function mayDecideAppeal(
  sql: Sql,
  { id, decidedBy, personId }: { id: string; decidedBy: string | null; personId: string },
  adminId: string,
): Promise<boolean> {
  const able = await sql<{ id: string }[]>`
    select id from users u where ${roleWithin('cases')} = 'admin' and removed_at is null
      and id <> ${personId}
      and not exists (select from appeals where case_id = ${id} and appellant_id = u.id)
    order by (id = ${adminId}) desc, id limit 2`;
  return able[0]?.id === adminId && (adminId !== decidedBy || able.length === 1);
}

type ShownReport = ModerationCase['shownReports'][number];

async function readReports(sql: Sql, caseId: string): Promise<ShownReport[]> {
  const rows = await sql<
    (Omit<ShownReport, '_id' | 'time' | 'law' | 'name' | 'email'> & {
      id: string;
      law: string | null;
      name: string | null;
      email: string | null;
      createdAt: Date;
    })[]
  >`
    select r.id, r.reference, r.reason, coalesce(r.explanation, '') as explanation, r.law,
      coalesce(u.name, r.name) as name, coalesce(u.email, r.email) as email,
      r.reporter_id is null as "isGuest", r.created_at as "createdAt"
    from reports r left join users u on u.id = r.reporter_id and u.removed_at is null
    where r.case_id = ${caseId} order by r.id desc limit ${reportTerms.shownReports}`;
  return rows.map(({ id, law, name, email, createdAt, ...report }) => ({
    _id: id,
    ...report,
    law: law ?? undefined,
    name: name ?? undefined,
    email: email ?? undefined,
    time: createdAt.toISOString(),
  }));
}

/** With two before and two after it: an admin reads no more of a thread. */
async function readMessagesAround(
  sql: Sql,
  messageId: string,
  evidenceLinks: EvidenceLinks,
): Promise<ModerationCase['messages']> {
  const rows = await sql<
    {
      id: string;
      author: string | null;
      text: string;
      imageIds: string[];
      clips: ClipColumns[];
      createdAt: Date;
    }[]
  >`
    with reported as (select id, thread_id from messages where id = ${messageId}),
    around as (
      (select m.* from messages m, reported r where m.thread_id = r.thread_id and m.id < r.id
        order by m.id desc limit 2)
      union all (select m.* from messages m, reported r where m.thread_id = r.thread_id and m.id >= r.id
        order by m.id limit 3)
    )
    select m.id, u.name as author, m.text, m.created_at as "createdAt",
      array(select image_id from evidence_images where subject_id = m.id order by position)
        as "imageIds", ${selectClips(sql, 'm.id')} as clips
    from around m left join users u on u.id = m.author_id and u.removed_at is null order by m.id`;
  return rows.map(({ id, author, text, imageIds, clips, createdAt }) => ({
    author: author ?? '',
    text,
    images: imageIds.map((image) => evidenceLinks.addressOf({ id: image })),
    clips: evidenceClipsFrom(clips, evidenceLinks),
    time: createdAt.toISOString(),
    isReported: id === messageId,
  }));
}

type Earlier = ModerationCase['history'][number];

async function readHistory(sql: Sql, personId: string, caseId: string): Promise<Earlier[]> {
  const rows = await sql<(Omit<Earlier, '_id' | 'time'> & { id: string; decidedAt: Date })[]>`
    select id, subject_kind as kind, outcome, state, decided_at as "decidedAt" from cases
    where person_id = ${personId} and id <> ${caseId} and outcome is not null
    order by decided_at desc limit 50`;
  return rows.map(({ id, decidedAt, ...earlier }) => ({
    _id: id,
    ...earlier,
    time: decidedAt.toISOString(),
  }));
}
