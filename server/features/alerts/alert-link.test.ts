import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/alerts/alerts.ts';
import { paths } from '#contract/page-paths.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

/** A user who gets mails about saved searches, and the link at their end. */
async function reader() {
  const who = await shop.make.user();
  const payload = { name: 'Horns', query: { q: 'horn' } };
  await call(who, '/saved-searches', { method: 'POST', payload });
  const [subscription] = await shop.database.sql<{ id: string }[]>`
    select id from alert_subscriptions where user_id = ${who.id}`;
  const token = shop.alertLinks.tokenOf(subscription?.id ?? '');
  return { who, token, url: paths.unsubscribe(token) };
}

const settings = async (who: KnownUser) => (await call<AlertSettings>(who, '/alert-settings')).body;
const urlEncoded = 'application/x-www-form-urlencoded';
const post = (url: string, payload?: string, type = urlEncoded) =>
  shop.app.inject({
    method: 'POST',
    url,
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
  });

describe('the link that ends mails about a topic', () => {
  const multipart = [
    '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ] as const;
  it.each([
    ['as mail programs send it', ['List-Unsubscribe=One-Click']],
    ['as multipart/form-data', multipart],
    ['without a body', []],
  ] as const)(
    'the unsubscribe link ends mails by a POST without a login, %s',
    async (_way, body) => {
      const { who, url } = await reader();
      const [payload, type] = body;
      const reply = await post(url, payload, type);
      // No redirect, which mail programs do not follow.
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toContain('text/html');
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(await settings(who)).toEqual({ searches: false, wishlist: true, messages: true });
    },
  );

  it('opening the unsubscribe link changes nothing, so that link scanners are harmless', async () => {
    const { who, url } = await reader();
    expect((await shop.app.inject({ url })).statusCode).toBe(200);
    expect((await shop.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    expect((await settings(who)).searches).toBe(true);
  });

  it('the unsubscribe link says what it ends and whether it has, and can be undone', async () => {
    const { who, token, url } = await reader();
    const read = async () =>
      (await shop.app.inject({ url: `/api/alert-link?token=${token}` })).json();
    expect(await read()).toEqual({ topic: 'searches', isOn: true });
    await post(url, 'action=end');
    await post(url, 'List-Unsubscribe=One-Click');
    expect(await read()).toEqual({ topic: 'searches', isOn: false });
    await post(url, 'action=resume');
    expect(await read()).toEqual({ topic: 'searches', isOn: true });
    expect((await settings(who)).searches).toBe(true);
  });

  it('an unsubscribe link cannot be guessed: another id, a changed signature and a made-up token do nothing', async () => {
    const [mine, theirs] = [await reader(), await reader()];
    const [id] = theirs.token.split('.');
    const [, signature] = mine.token.split('.');
    const changed = `${theirs.token.slice(0, -1)}${theirs.token.endsWith('A') ? 'B' : 'A'}`;
    for (const token of [`${id}.${signature}`, changed, `${id}.`, 'x', '']) {
      expect((await post(paths.unsubscribe(token))).statusCode).toBe(200);
      expect((await shop.app.inject({ url: `/api/alert-link?token=${token}` })).statusCode).toBe(
        404,
      );
    }
    expect((await settings(theirs.who)).searches).toBe(true);
  });

  it('an unsubscribe link does nothing after the user was removed with searches and settings', async () => {
    const { who, url, token } = await reader();
    await createPeople(shop.database).remove(who, who);
    expect((await post(url)).statusCode).toBe(200);
    expect((await shop.app.inject({ url: `/api/alert-link?token=${token}` })).statusCode).toBe(404);
    const left = await shop.database.sql`
      select id from saved_searches where user_id = ${who.id}
      union all select id from alert_subscriptions where user_id = ${who.id}`;
    expect(left).toEqual([]);
  });

  it('an unsubscribe link accepts no large bodies', async () => {
    const { who, url } = await reader();
    expect((await post(url, `x=${'x'.repeat(5_000)}`)).statusCode).toBe(413);
    expect((await settings(who)).searches).toBe(true);
  });

  it('an unsubscribe link is not written to the log', async () => {
    const { url, token } = await reader();
    await post(url);
    expect(JSON.stringify(shop.logged)).not.toContain(token);
  });
});
