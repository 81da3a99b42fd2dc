import { afterAll, expect, it } from 'vitest';
import {
  get,
  mailedToken,
  newEmail,
  post,
  type SignedIn,
  signIn,
  testPassword,
} from '../../testing/sign-up.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

/** Registers a user and saves the user record. */
async function register(): Promise<SignedIn> {
  const person = await shop.signUp(newEmail());
  await shop.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: person.identity,
    payload: { name: 'Clara', email: person.email },
  });
  return person;
}

/** A request with a new access token of this session. */
async function withAccessToken({ email, identity }: SignedIn) {
  const url = `/api/jwt?email=${encodeURIComponent(email)}`;
  const reply = await shop.app.inject({ url, headers: identity });
  const headers = { authorization: `Bearer ${reply.json().accessToken}` };
  return async () => (await shop.app.inject({ url: `/api/users/${email}`, headers })).statusCode;
}

it.each<[string, (person: SignedIn) => Promise<unknown>]>([
  ['signing out', ({ cookie }) => post(shop.app, '/sign-out', {}, { cookie })],
  [
    'a password reset',
    async ({ email }) => {
      await post(shop.app, '/request-password-reset', { email });
      const token = mailedToken(shop.mails, email);
      await post(shop.app, '/reset-password', { token, newPassword: 'another-quiet-evening' });
    },
  ],
  [
    'a change of password that ends other sessions',
    ({ cookie }) =>
      post(
        shop.app,
        '/change-password',
        {
          currentPassword: testPassword,
          newPassword: 'another-quiet-evening',
          revokeOtherSessions: true,
        },
        { cookie },
      ),
  ],
  [
    'ending other sessions elsewhere',
    async ({ email }) => {
      const { cookie } = await signIn(shop.app, { email });
      await post(shop.app, '/revoke-other-sessions', {}, { cookie });
    },
  ],
  ['an operator who deletes sessions', () => shop.database.sql`delete from auth_sessions`],
])('%s ends access tokens within two seconds', async (_name, end) => {
  const person = await register();
  const ask = await withAccessToken(person);
  expect(await ask()).toBe(200);
  await end(person);
  await expect.poll(ask, { timeout: 2_000 }).toBe(401);
});

it('access tokens of other sessions stay valid', async () => {
  const person = await register();
  const other = await signIn(shop.app, { email: person.email });
  const ask = await withAccessToken(person);
  const askOther = await withAccessToken(other);
  await post(shop.app, '/sign-out', {}, { cookie: other.cookie });
  await expect.poll(askOther, { timeout: 2_000 }).toBe(401);
  expect(await ask()).toBe(200);
  expect((await get(shop.app, '/get-session', person.cookie)).json()).not.toBeNull();
});

it('a user needs a recent sign-in to delete their account', async () => {
  const user = await shop.make.user();
  const remove = async (signedInAt?: Date) => {
    const session = signedInAt && { signedInAt };
    const headers = { authorization: `Bearer ${await shop.callers.issueToken(user, session)}` };
    return shop.app.inject({ method: 'DELETE', url: `/api/users/${user.id}`, headers });
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const signedInAt of [undefined, minutesAgo(11)]) {
    const refused = await remove(signedInAt);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'recent-sign-in-required', deletedCount: 0 });
  }
  expect((await remove(minutesAgo(9))).json()).toMatchObject({ deletedCount: 1 });
});
