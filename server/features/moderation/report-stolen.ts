import type { CallRequest } from '#contract/calls.ts';
import { stolenTerms } from '#contract/moderation/stolen.ts';
import { msg, plural } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Tx } from '../../database/transaction.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import type { SerialNumbers } from '../products/serial-numbers.ts';
import { lockUserExclusively } from '../users/lock-user.ts';

type StolenReport = Omit<CallRequest<'reportStolen'>['body'], 'images'> & {
  imageIds: readonly string[];
};

/**
 * Stores a report of a theft. A job compares it with the listings afterwards, so that neither the reply nor its time tells
 * whether the number is known.
 * @returns its id
 * @throws Problem not-signed-in; not-allowed while the address is not confirmed; too-many-requests; bad-input for a maker
 * without letters
 */
export async function reportStolen(
  tx: Tx,
  { serialNumbers }: { serialNumbers: SerialNumbers },
  reporterId: string,
  { brand, serial, kind, reference, explanation, imageIds }: StolenReport,
  at: Date,
): Promise<string> {
  await lockUserExclusively(tx, reporterId);
  const since = new Date(at.getTime() - 24 * 3_600_000);
  const [sender] = await tx.sql<{ isProven: boolean; recent: number }[]>`
    select email_proven_at is not null as "isProven",
      (select count(*)::int from stolen_reports
        where reporter_id = u.id and created_at > ${since}) as recent
    from users u where id = ${reporterId}`;
  if (!sender?.isProven) {
    throw new Problem('not-allowed', msg`Confirm your email address first`);
  }
  if (sender.recent >= stolenTerms.perDay) {
    throw new Problem(
      'too-many-requests',
      msg`You have reported ${plural(stolenTerms.perDay, { one: '# instrument', other: '# instruments' })} within a day. Please continue tomorrow, or write to the shop.`,
      { retryAfterSeconds: 3_600 },
    );
  }
  const digest = serialNumbers.digestOf(brand, serial);
  if (!digest) throw badInput([{ field: 'brand', message: msg`Enter the maker` }]);
  const id = newId(at);
  await tx.sql`
    insert into stolen_reports
      (id, reporter_id, brand, kind, serial_digest, reference, explanation, created_at)
    values (${id}, ${reporterId}, ${brand}, ${kind || null}, ${digest}, ${reference ?? null},
      ${explanation}, ${at})`;
  await saveEvidence(tx, id, imageIds);
  return id;
}

/**
 * Erases what a person who is being removed has written in reports of thefts, with the pictures. Maker, kind, time and the number
 * as a digest stay, which name no one: the instrument is as stolen as before.
 */
export function eraseStolenReports(tx: Tx, reporterId: string): void {
  tx.write`
    delete from evidence_images
    where subject_id in (select id from stolen_reports where reporter_id = ${reporterId})`;
  tx.write`
    update stolen_reports set reporter_id = null, explanation = null, reference = null
    where reporter_id = ${reporterId}`;
}

/** @returns how many reports were older than `stolenTerms.keptYears` and are deleted */
export async function removeOldStolenReports(
  { sql }: Pick<Database, 'sql'>,
  at: Date,
): Promise<number> {
  const before = new Date(at);
  before.setUTCFullYear(before.getUTCFullYear() - stolenTerms.keptYears);
  const removed = await sql`
    with old as (delete from stolen_reports where created_at < ${before} returning id),
      pictures as (delete from evidence_images where subject_id in (select id from old))
    select id from old`;
  return removed.length;
}
