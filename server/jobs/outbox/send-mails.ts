import type { Sql } from 'postgres';
import type { Clock } from '../../core/clock.ts';
import type { MailProvider } from '../../providers/mail/port.ts';
import { letterHtml, letterText } from './mail-body.ts';
import { letterOf } from './mail-texts.ts';
import { isOutdated, readSale } from './sale-of-mail.ts';

interface SendingDeps {
  database: { sql: Sql };
  mail: MailProvider;
  clock: Clock;
  /** Address of the shop for links, without a slash at the end. */
  origin: () => string;
}

/** Who takes a mail keeps it this long; after a crash somebody else takes it then. */
const leaseMinutes = 10;
/** A mail that failed this often is given up: about two days of trying. */
const mostAttempts = 12;
const firstPauseMinutes = 1;
const longestPauseMinutes = 8 * 60;

/**
 * Sends the mails that are waiting. Any number of servers may do so at once: whoever takes a mail has it for themselves.
 * One that cannot be sent waits, longer each time. A server that dies between handing a mail over and saying so lets it be
 * handed over again under the same id, by which the outbox and mail programs know it.
 * @returns how many were sent
 * @throws AggregateError when some could not be sent; the others were
 */
export async function sendSaleMails(deps: SendingDeps, most = 100): Promise<number> {
  const failures: unknown[] = [];
  let sent = 0;
  for (let taken = 0; taken < most; taken += 1) {
    const mail = await take(deps);
    if (!mail) break;
    try {
      if (await sendOne(deps, mail.id)) sent += 1;
    } catch (error) {
      failures.push(error);
      await recordEventFailure(deps, mail.id, error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some mails could not be sent yet');
  return sent;
}

/** Takes the mail that has waited longest, for nobody else to take. */
async function take({ database: { sql }, clock }: SendingDeps) {
  const now = clock.now();
  const [mail] = await sql<{ id: string }[]>`
    update mails set tried_at = ${now}, attempts = attempts + 1
    where id = (
      select id from mails
      where sent_at is null and dropped_at is null
        and (tried_at is null or tried_at <= ${now}::timestamptz - make_interval(mins =>
          case when last_fault is null then ${leaseMinutes}::int
            else least(${longestPauseMinutes}::int, ${firstPauseMinutes}::int * (2 ^ least(attempts, 16))::int) end))
      order by tried_at nulls first, id
      limit 1 for update skip locked
    )
    returning id`;
  return mail;
}

/** @returns false when there is nobody to read it, or nothing to tell any more */
async function sendOne({ database: { sql }, mail, clock, origin }: SendingDeps, id: string) {
  const sale = await readSale(sql, id);
  if (!sale?.readerEmail || isOutdated(sale, clock.now())) {
    await sql`update mails set dropped_at = ${clock.now()} where id = ${id}`;
    return false;
  }
  const letter = letterOf(sale, origin());
  const { subject } = letter;
  await mail.send({
    ...{ id, to: sale.readerEmail, subject },
    ...{ text: letterText(letter), html: letterHtml(letter) },
  });
  await sql`update mails set sent_at = ${clock.now()}, last_fault = null where id = ${id}`;
  return true;
}

/** Keeps the kind of the fault only: what a mail server answers may name people. */
async function recordEventFailure(
  { database: { sql }, clock }: SendingDeps,
  id: string,
  error: unknown,
) {
  const fault = error instanceof Error ? error.name : 'unknown';
  await sql`
    update mails set last_fault = ${fault},
      dropped_at = case when attempts >= ${mostAttempts} then ${clock.now()}::timestamptz end
    where id = ${id}`;
}
