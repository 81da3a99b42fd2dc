import { afterAll, expect, it } from 'vitest';
import { sendMails } from '../../../../jobs/outbox/send-mails.ts';
import { servedPictures } from '../../../../testing/served-pictures.ts';
import { mailedToken, newEmail, post, signIn, testPassword } from '../../../../testing/sign-up.ts';
import { createTestShop } from '../../../../testing/test-shop.ts';
import { type Mail, MailUnavailable } from '../../../mail/port.ts';

/* The mails of this shop wait until the test sends them. */

let now = new Date();
const clock = { now: () => now };
const shop = await createTestShop({ clock, before: () => undefined });
afterAll(() => shop.close());

let sent: Mail[] = [];
let isServerAway = false;
const mail = {
  name: 'in memory',
  async send(one: Mail) {
    if (isServerAway) throw new MailUnavailable(new Error('connect ECONNREFUSED'));
    sent.push(one);
  },
  close: async () => undefined,
};
const send = () => {
  const { database, identity, saleCodes, alertLinks } = shop;
  return sendMails({
    database,
    identity,
    mail,
    clock,
    saleCodes,
    alertLinks,
    origin: () => 'https://shop.test',
    imageHost: servedPictures,
  });
};
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};
const stored = async () =>
  JSON.stringify(
    await shop.database.sql`
    select to_jsonb(m) as mail, (select jsonb_agg(to_jsonb(v)) from auth_verifications v) as links
    from queued_mails m where rank = 0`,
  );

it('the mail of a sign-up comes when the mail server is back', async () => {
  isServerAway = true;
  const email = newEmail();
  const account = { name: 'Ada', email, password: testPassword };
  expect((await post(shop.app, '/sign-up/email', account)).statusCode).toBe(200);
  await expect(send()).rejects.toThrow('Some mails could not be sent yet');
  later(3);
  isServerAway = false;
  sent = [];
  expect(await send()).toBe(1);
  expect(sent).toMatchObject([{ to: email, subject: 'Is this your email?' }]);
  const { cookie } = await signIn(shop.app, { email });
  const path = `/verify-email?token=${mailedToken(sent, email)}`;
  const reply = await shop.app.inject({ url: `/api/auth${path}`, headers: { cookie } });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await send()).toBe(0);
});

it('a sign-up that is refused writes to nobody', async () => {
  const { email } = await shop.signUp(newEmail());
  const account = { name: 'Eve', email, password: testPassword };
  expect((await post(shop.app, '/sign-up/email', account)).statusCode).toBe(409);
  expect(await send()).toBe(0);
});

it('a reset link begins when it is mailed, works, and is nowhere in plain text', async () => {
  const { email } = await shop.signUp(newEmail());
  await post(shop.app, '/request-password-reset', { email });
  // Longer than a link lasts.
  later(3);
  sent = [];
  expect(await send()).toBe(1);
  const token = mailedToken(sent, email);
  expect(token).not.toBe('');
  expect(await stored()).not.toContain(token);
  const change = { token, newPassword: 'another-quiet-evening' };
  expect((await post(shop.app, '/reset-password', change)).statusCode).toBe(200);
  sent = [];
  expect(await send()).toBe(1);
  expect(sent).toMatchObject([{ to: email, subject: 'Your password has changed' }]);
});

it('a link that was asked for before a change of password is not mailed after it', async () => {
  const { email } = await shop.signUp(newEmail());
  await post(shop.app, '/request-password-reset', { email });
  sent = [];
  await send();
  const token = mailedToken(sent, email);
  // Asked for again, and not sent yet.
  await post(shop.app, '/request-password-reset', { email });
  const change = { token, newPassword: 'another-quiet-evening' };
  expect((await post(shop.app, '/reset-password', change)).statusCode).toBe(200);
  sent = [];
  await send();
  expect(sent.map(({ subject }) => subject)).toEqual(['Your password has changed']);
});

it('a link is not mailed after a day, to a verified address or to a removed identity', async () => {
  const [late, verified, removed] = [newEmail(), newEmail(), newEmail()];
  for (const email of [verified, removed]) {
    await post(shop.app, '/sign-up/email', { name: 'Ada', email, password: testPassword });
  }
  await shop.database.sql`update auth_users set email_verified = true where email = ${verified}`;
  await shop.identity.remove(removed);
  sent = [];
  expect(await send()).toBe(0);
  await post(shop.app, '/sign-up/email', { name: 'Ada', email: late, password: testPassword });
  later(25);
  expect(await send()).toBe(0);
  expect(sent).toEqual([]);
  later(25);
  await shop.identity.sweep();
  expect(await shop.database.sql`select from queued_mails where rank = 0`).toHaveLength(0);
});
