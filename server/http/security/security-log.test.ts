import { afterAll, describe, expect, it } from 'vitest';
import { webhookProbe } from '../../core/webhook-probe.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailedToken, newEmail, post, testPassword } from '../../testing/sign-up.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const adminEmail = newEmail();
const shop = await createTestShop({
  trustProxy: ['127.0.0.1'],
  adminEmails: [adminEmail],
  identityOptions: { throttlesLogins: true },
});
afterAll(() => shop.close());
const ask = apiClient(() => shop);

/** The security log's lines since the last call. */
function takeLines() {
  return shop.logged.splice(0).filter(({ msg }) => msg === 'security');
}

const place = (address: string) => ({ 'x-forwarded-for': address });

describe('the security log', () => {
  it('the security log shows which place tries which account, without their names', async () => {
    const { email } = await shop.signUp(newEmail());
    takeLines();
    for (let tries = 0; tries < 6; tries += 1) {
      await post(shop.app, '/sign-in/email', { email, password: 'wrong-one' }, place('192.0.2.1'));
    }
    const lines = takeLines();
    expect(lines.map(({ event }) => event)).toEqual([
      ...Array(5).fill('sign-in-failed'),
      'attempt-limited',
    ]);
    expect(new Set(lines.map(({ account }) => account)).size).toBe(1);
    expect(new Set(lines.map((line) => line.place)).size).toBe(1);
    expect(lines[0]).toMatchObject({
      level: 40,
      account: expect.stringMatching(/^[\w-]{16}$/),
      place: expect.stringMatching(/^[\w-]{16}$/),
      reqId: expect.any(String),
    });
    expect(lines[5]).toMatchObject({ path: '/sign-in/email' });
    expect(JSON.stringify(lines)).not.toMatch(/192\.0\.2\.1|reprise\.test/);

    await post(shop.app, '/sign-in/email', { email, password: 'wrong-one' }, place('192.0.2.2'));
    const [elsewhere] = takeLines();
    expect(elsewhere?.account).toBe(lines[0]?.account);
    expect(elsewhere?.place).not.toBe(lines[0]?.place);
  });

  it('the security log records sign-ins and changes of password', async () => {
    const { email, cookie } = await shop.signUp(newEmail());
    const newPassword = 'another-quiet-evening';
    const change = (currentPassword: string) =>
      post(shop.app, '/change-password', { currentPassword, newPassword }, { cookie });
    await change('wrong-one');
    await change(testPassword);
    await post(shop.app, '/request-password-reset', { email });
    const reset = { token: mailedToken(shop.mails, email), newPassword: testPassword };
    await post(shop.app, '/reset-password', reset);
    await post(shop.app, '/reset-password', reset);
    expect(takeLines().map(({ event }) => event)).toEqual([
      'signed-in',
      'password-check-failed',
      'password-changed',
      'password-reset',
      'reset-link-refused',
    ]);
  });

  it('the security log records a webhook without a signature', async () => {
    const payload = { id: 'evt_1', type: 'payment_intent.succeeded' };
    const url = '/api/webhooks/cards';
    const reply = await shop.app.inject({ method: 'POST', url, payload });
    expect(reply.statusCode).toBe(400);
    expect(takeLines()).toMatchObject([{ event: 'webhook-refused', level: 40 }]);
  });

  it('the security log leaves out the webhooks of npm run doctor', async () => {
    const url = '/api/webhooks/cards';
    const headers = { 'content-type': 'application/json' };
    const reply = await shop.app.inject({ method: 'POST', url, headers, payload: webhookProbe });
    expect(reply.statusCode).toBe(400);
    expect(takeLines()).toEqual([]);
  });

  it('the security log records who becomes an admin', async () => {
    const admin = await shop.signUp(adminEmail, { isVerified: true });
    takeLines();
    const payload = { name: 'Clara', email: adminEmail };
    await shop.app.inject({ method: 'POST', url: '/api/users', headers: admin.identity, payload });
    expect(takeLines()).toMatchObject([{ event: 'role-changed', account: expect.any(String) }]);
  });

  it('the security log records once who becomes a seller', async () => {
    const buyer = await shop.make.user();
    takeLines();
    for (let times = 0; times < 2; times += 1) {
      const reply = await ask(buyer, `/users/${buyer.id}/role`, {
        method: 'PUT',
        payload: { role: 'seller' },
      });
      expect(reply.status).toBe(200);
    }
    expect(takeLines()).toMatchObject([{ event: 'role-changed', account: expect.any(String) }]);
  });
});
