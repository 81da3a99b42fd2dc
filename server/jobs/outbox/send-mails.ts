import type { Clock } from '../../core/clock.ts';
import type { Sql } from '../../database/sql.ts';
import type { MailProvider } from '../../providers/mail/port.ts';
import { mailContentOf } from './mail-content.ts';
import { isOutdated, readSale } from './read-sale.ts';
import { renderHtml, renderText } from './render-mail.ts';

interface SendingDeps {
  database: { sql: Sql };
  mail: MailProvider;
  clock: Clock;
  /** Address of the shop for links, without a slash at the end. */
  origin: () => string;
}

/** After this, a mail claimed by a server that crashed can be claimed again. */
const leaseMinutes = 10;
/** A mail is dropped after this many attempts, about two days. */
const maxAttempts = 12;
const minPauseMinutes = 1;
const maxPauseMinutes = 8 * 60;

/**
 * Sends the queued mails. Any number of servers may run this at once: each mail is claimed by one of them. Pauses between
 * attempts of one mail grow. If a server stops after handing over a mail and before marking it sent, the mail is handed
 * over again with the same id, by which mail programs recognise it.
 * @param limit mails per run
 * @returns how many were sent
 * @throws AggregateError when some could not be sent; the others were
 */
export async function sendSaleMails(deps: SendingDeps, limit = 100): Promise<number> {
  const failures: unknown[] = [];
  let sent = 0;
  for (let claimed = 0; claimed < limit; claimed += 1) {
    const mail = await claimMail(deps);
    if (!mail) break;
    try {
      if (await sendOne(deps, mail.id)) sent += 1;
    } catch (error) {
      failures.push(error);
      await recordMailFailure(deps, mail.id, error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some mails could not be sent yet');
  return sent;
}

/** Claims the mail that has waited longest. */
async function claimMail({ database: { sql }, clock }: SendingDeps) {
  const now = clock.now();
  const [mail] = await sql<{ id: string }[]>`
    update mails set tried_at = ${now}, attempts = attempts + 1
    where id = (
      select id from mails
      where sent_at is null and dropped_at is null
        and (tried_at is null or tried_at <= ${now}::timestamptz - make_interval(mins =>
          case when last_fault is null then ${leaseMinutes}::int
            else least(${maxPauseMinutes}::int, ${minPauseMinutes}::int * (2 ^ least(attempts, 16))::int) end))
      order by tried_at nulls first, id
      limit 1 for update skip locked
    )
    returning id`;
  return mail;
}

/** @returns false when the mail is dropped: its reader was removed or it is outdated */
async function sendOne({ database: { sql }, mail, clock, origin }: SendingDeps, id: string) {
  const sale = await readSale(sql, id);
  if (!sale?.readerEmail || isOutdated(sale, clock.now())) {
    await sql`update mails set dropped_at = ${clock.now()} where id = ${id}`;
    return false;
  }
  const content = mailContentOf(sale, origin());
  await mail.send({
    id,
    to: sale.readerEmail,
    subject: content.subject,
    text: renderText(content),
    html: renderHtml(content),
  });
  await sql`update mails set sent_at = ${clock.now()}, last_fault = null where id = ${id}`;
  return true;
}

/** Stores only the kind of error: its message may contain personal data. */
async function recordMailFailure(
  { database: { sql }, clock }: SendingDeps,
  id: string,
  error: unknown,
) {
  const fault = error instanceof Error ? error.name : 'unknown';
  await sql`
    update mails set last_fault = ${fault},
      dropped_at = case when attempts >= ${maxAttempts} then ${clock.now()}::timestamptz end
    where id = ${id}`;
}
