import { afterAll, describe, expect, it } from 'vitest';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { queueSearchAlerts } from '../saved-searches/queue-search-alerts.ts';
import type { KnownUser } from '../users/find-user.ts';
import { queueWishlistAlerts } from '../wishlist/queue-wishlist-alerts.ts';

let now = new Date();
const clock = { now: () => now };
const shop = await createTestShop({ clock });
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);
const { hide, suspend, apply } = moderationEffects(() => shop);
const { database } = shop;
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

/** @returns those to this user */
async function mailsTo({ email }: KnownUser): Promise<Mail[]> {
  return (await sendDue()).filter(({ to }) => to === email);
}

/** Sends all mails that are due. */
async function sendDue(): Promise<Mail[]> {
  const sent: Mail[] = [];
  await sendMails(mailSending(shop, sent, { clock }));
  return sent;
}

/** No one gets a mail about a listing through its seller, either. */
const outcomes = ['hidden', 'removed', 'suspended'] as const;
type Outcome = (typeof outcomes)[number] | undefined;

async function decide(outcome: Outcome, productId: string, seller: KnownUser) {
  if (outcome === 'suspended') await suspend(seller.id, null, now);
  else if (outcome) await hide(productId, outcome, now);
}

/** With and without a decision between the queueing and the sending of the mail. */
const cases = [[undefined, 1] as const, ...outcomes.map((outcome) => [outcome, 0] as const)];

describe.each(cases)('the queued mails after a decision %s', (outcome, count) => {
  it(`${count} mails tell of a lower price on a wishlist`, async () => {
    const [seller, reader] = [await people.seller(), await people.buyer()];
    const productId = await people.make.product(seller.id, { name: 'Cheap cittern', price: 300 });
    await people.wishProduct(reader, productId);
    const payload = { price: 200 };
    await call(seller, `/products/${productId}`, { method: 'PATCH', payload });
    await queueWishlistAlerts({ database, clock });
    await decide(outcome, productId, seller);
    expect(await mailsTo(reader)).toHaveLength(count);
  });

  it(`${count} mails tell of a new match of a saved search`, async () => {
    const [seller, reader] = [await people.seller(), await people.buyer()];
    const word = `quodlibet${outcome ?? 'none'}`;
    const payload = { name: 'Mine', query: { q: word }, alert: true };
    await call(reader, '/saved-searches', { method: 'POST', payload });
    later(2);
    const productId = await people.make.product(seller.id, { name: word, at: now });
    later(25 * 60);
    await queueSearchAlerts({ database, clock });
    const [queued] = await database.sql`
      select from queued_mails m
      where m.kind = 'news-searches' and m.reader_id = ${reader.id} and m.sent_at is null`;
    expect(queued).toBeDefined();
    await decide(outcome, productId, seller);
    expect(await mailsTo(reader)).toHaveLength(count);
  });

  it(`${count} mails tell that the instrument is available again`, async () => {
    const [seller, holder, waiting] = [
      await people.seller(),
      await people.buyer(),
      await people.buyer(),
    ];
    const productId = await people.make.product(seller.id);
    const bookingId = await people.book(holder, productId, now);
    await call(waiting, `/products/${productId}/alert`, { method: 'PUT' });
    await call(holder, `/bookings/${bookingId}`, { method: 'DELETE' });
    await decide(outcome, productId, seller);
    expect(await mailsTo(waiting)).toHaveLength(count);
  });

  it(`${count} mails tell the seller of an offer, and the buyer that it was declined`, async () => {
    const [seller, one, other] = [
      await people.seller(),
      await people.buyer(),
      await people.buyer(),
    ];
    const productId = await people.make.product(seller.id);
    await people.offer(one, productId, 100, now);
    const declined = await people.offer(other, productId, 90, now);
    expect(await mailsTo(seller)).toHaveLength(2);
    await people.answerOffer(seller, declined, 'declined', undefined, now);
    await people.offer(await people.buyer(), productId, 95, now);
    await decide(outcome, productId, seller);
    const sent = await sendDue();
    for (const { email } of [seller, other]) {
      expect(sent.filter(({ to }) => to === email)).toHaveLength(count);
    }
  });
});

describe('a mail about unread messages', () => {
  it('the mail about unread messages counts only visible ones, and is not sent if all are hidden', async () => {
    const [seller, buyer, other] = [
      await people.seller(),
      await people.buyer(),
      await people.buyer(),
    ];
    const productId = await people.make.product(seller.id);
    const threadId = await people.write(buyer, { productId }, 'Hello', now);
    await people.answer(buyer, threadId, 'Answer me, quastel', now);
    const hidden = await people.write(other, { productId }, 'Quastel', now);
    const ids = await database.sql<{ id: string }[]>`
      select id from messages where text ilike '%quastel'`;
    expect(ids).toHaveLength(2);
    for (const { id } of ids) await apply({ kind: 'message', id }, { outcome: 'hidden' }, now);
    later(2);
    const mails = await mailsTo(seller);
    expect(mails.map(({ subject }) => subject)).toEqual(['You have a new message']);
    expect(mails[0]?.text).not.toContain(hidden);
  });
});
