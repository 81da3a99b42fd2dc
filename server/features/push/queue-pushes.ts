import { pushedMails } from '#contract/push/push-terms.ts';
import { newId } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';
import type { QueuedMail } from '../mails/mails-of-feature.ts';
import { type PushedInstrument, payloadOf, pushContentOf } from './push-content.ts';

/**
 * Queues a notification to each device of the reader of a mail that was sent. It is called with the language of the mail, whose
 * button leads where the notification leads.
 * @param inLanguage calls back in the language of the mail
 * @returns how many
 */
export async function queuePushes(
  sql: Sql,
  { id: mailId, kind, reader, readerId, subjectId }: QueuedMail,
  { link, inLanguage }: { link: string; inLanguage: <T>(work: () => T) => T },
  at: Date,
): Promise<number> {
  const topic = pushedMails[kind];
  // To its buyer a payment is no news.
  if (topic === undefined || readerId === null || (topic === 'sold' && reader !== 'seller'))
    return 0;
  if (kind === 'booked' && !(await isAcceptedByOther(sql, subjectId, reader))) return 0;
  const devices = await sql<{ id: string }[]>`
    select id from push_subscriptions where user_id = ${readerId}`;
  if (devices.length === 0) return 0;
  const [instrument] = await sql<PushedInstrument[]>`
    select kind as "instrumentKind", brand as maker from products where id = coalesce(
      (select product_id from threads where id = ${subjectId}),
      (select product_id from offers where id = ${subjectId}),
      (select product_id from bookings where id = ${subjectId}))`;
  const { payload, replaces } = inLanguage(() => {
    const content = pushContentOf({ kind, topic, subjectId }, instrument, link);
    return { payload: payloadOf(content), replaces: content.replaces };
  });
  for (const { id: subscriptionId } of devices) {
    await sql`
      insert into queued_pushes (id, subscription_id, mail_id, topic, payload, replaces, created_at, due_at)
      select ${newId(at)}, id, ${mailId}, ${topic}, ${payload}, ${replaces}, ${at}, ${at}
      from push_subscriptions where id = ${subscriptionId} and user_id = ${readerId}
      on conflict (mail_id, subscription_id) do nothing`;
  }
  return devices.length;
}

/** A booking is pushed to the side whose amount the other one has accepted: of any other booking the mail is enough. */
async function isAcceptedByOther(
  sql: Sql,
  bookingId: string,
  reader: QueuedMail['reader'],
): Promise<boolean> {
  const [offer] = await sql<{ acceptedFrom: string }[]>`
    select case when cardinality(amounts_cents) % 2 = 1 then 'buyer' else 'seller' end as "acceptedFrom"
    from offers where booking_id = ${bookingId}`;
  return offer?.acceptedFrom === reader;
}
