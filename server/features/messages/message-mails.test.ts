import { afterAll, describe, expect, it } from 'vitest';
import type { Message } from '#contract/messages/threads.ts';
import { msg } from '#contract/text.ts';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let now = new Date();
const clock = { now: () => now };
const shop = await createTestShop({ clock });
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function asked(text = 'Is the case included?') {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id, { name: 'Ophicleide' });
  return { seller, buyer, threadId: await people.write(buyer, { productId }, text, now) };
}

const german = loadedLanguage(
  { tag: 'de', prefix: '/de' },
  { [msg`Stop these emails`.id]: 'Keine solchen E-Mails mehr' },
);

/** Sends the mails that are due. @returns those to this user */
async function mailsTo({ email }: KnownUser): Promise<Mail[]> {
  const sent: Mail[] = [];
  const languages = [...englishOnly, german];
  await sendMails(mailSending(shop, sent, { clock, languages }), ['new-messages']);
  return sent.filter(({ to }) => to === email);
}

async function read(who: KnownUser, threadId: string) {
  const { body } = await call<Message[]>(who, `/threads/${threadId}/messages`);
  const payload = { readTo: body[0]?._id };
  await call(who, `/threads/${threadId}`, { method: 'PUT', payload });
}

describe('the mail about unread messages', () => {
  it('the mail about unread messages is sent once until the thread is read, after a minute, and without what others typed', async () => {
    const { seller, buyer, threadId } = await asked('Transfer it to quastel@example.com');
    await people.answer(buyer, threadId, 'Hello?', now);
    expect(await mailsTo(seller)).toEqual([]);
    later(1);
    const [mail, ...others] = await mailsTo(seller);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('You have 2 new messages');
    expect(mail?.text).toContain(`https://shop.test/dashboard/messages/${threadId}`);
    for (const typed of ['quastel', 'Hello?', 'Ophicleide']) {
      expect(JSON.stringify(mail)).not.toContain(typed);
    }
    await people.answer(buyer, threadId, 'Anybody there?', now);
    later(5);
    expect(await mailsTo(seller)).toEqual([]);
    await read(seller, threadId);
    await people.answer(buyer, threadId, 'One more thing', now);
    later(5);
    expect((await mailsTo(seller)).map(({ subject }) => subject)).toEqual([
      'You have a new message',
    ]);
  });

  it('the mail about unread messages is in the reader’s language, with links to its pages', async () => {
    const { seller, threadId } = await asked();
    await shop.database.sql`update users set language = 'de' where id = ${seller.id}`;
    later(1);
    const [mail] = await mailsTo(seller);
    expect(mail?.html).toContain('<html lang="de" dir="ltr"');
    expect(mail?.text).toContain(`https://shop.test/de/dashboard/messages/${threadId}`);
    expect(mail?.text).toContain('Keine solchen E-Mails mehr');
  });

  it('a user who has read the thread by then gets no mail', async () => {
    const { seller, threadId } = await asked();
    await read(seller, threadId);
    later(2);
    expect(await mailsTo(seller)).toEqual([]);
    const waiting = await shop.database.sql`
      select from queued_mails where sent_at is null and dropped_at is null`;
    expect(waiting).toHaveLength(0);
  });

  it('mails about messages can be turned off by one click and in the settings, and on again there', async () => {
    const { seller, buyer, threadId } = await asked();
    later(1);
    const [mail] = await mailsTo(seller);
    const link = mail?.unsubscribeLink ?? '';
    const reply = await shop.app.inject({
      method: 'POST',
      url: link.replace('https://shop.test', ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(reply.statusCode).toBe(200);
    const settings = await call<{ messages: boolean }>(seller, '/alert-settings');
    expect(settings.body.messages).toBe(false);
    await read(seller, threadId);
    await people.answer(buyer, threadId, 'More', now);
    later(2);
    expect(await mailsTo(seller)).toEqual([]);
    await call(seller, '/alert-settings', { method: 'PATCH', payload: { messages: true } });
    await read(seller, threadId);
    await people.answer(buyer, threadId, 'Even more', now);
    later(2);
    expect(await mailsTo(seller)).toHaveLength(1);
  });

  it('a removed user, or one without a confirmed address, gets no mail about messages', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    await shop.database.sql`update users set email_proven_at = null where id = ${seller.id}`;
    const productId = await people.make.product(seller.id);
    await people.write(buyer, { productId }, 'Hello', now);
    const { seller: removed } = await asked();
    await people.remove(removed, removed);
    later(2);
    expect([...(await mailsTo(seller)), ...(await mailsTo(removed))]).toEqual([]);
  });

  it('a refused message queues no mail', async () => {
    const { seller, buyer, threadId } = await asked();
    await people.answer(seller, threadId, 'Yes', now);
    await people.block(buyer, seller);
    await shop.database.sql`delete from queued_mails where subject_id = ${threadId}`;
    expect(await outcome(people.answer(buyer, threadId, 'Thanks', now))).toBe('conflict');
    const queued = await shop.database.sql`
      select from queued_mails where subject_id = ${threadId}`;
    expect(queued).toHaveLength(0);
  });
});
