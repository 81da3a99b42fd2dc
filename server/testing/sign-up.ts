import type { FastifyInstance, InjectOptions } from 'fastify';
import type { EmbeddedIdentity } from '../providers/identity/embedded/embedded-identity.ts';
import type { Mail } from '../providers/mail/port.ts';
import type { TestDatabase } from './test-database.ts';
import { totpCode } from './totp.ts';

/** A valid password. */
export const testPassword = 'four-small-brass-bells';

/** What a browser holds after signing in. */
export interface SignedIn {
  email: string;
  /** The session, as the value of the header `Cookie`. */
  cookie: string;
  /** The identity token. */
  token: string;
  /** The token as a header, for `GET /jwt` and `POST /users`. */
  identity: { authorization: string };
}

interface SignUpOptions {
  name?: string;
  password?: string;
  isVerified?: boolean;
}

/** Makes the function that creates an identity with a password and signs it in through the provider's routes. */
export function createSignUp(app: FastifyInstance, identity: EmbeddedIdentity) {
  return async (email: string, options: SignUpOptions = {}): Promise<SignedIn> => {
    const { name = 'Clara Fife', password = testPassword, isVerified = false } = options;
    await identity.createPasswordIdentity({ email, password, name, isEmailVerified: isVerified });
    return signIn(app, { email, password });
  };
}

/** Signs in with a password and fetches an identity token. */
export async function signIn(
  app: FastifyInstance,
  { email, password = testPassword }: { email: string; password?: string },
): Promise<SignedIn> {
  const reply = await post(app, '/sign-in/email', { email, password });
  if (reply.statusCode !== 200) throw new Error(`Sign-in failed: ${reply.body}`);
  const cookie = cookieOf(reply.headers['set-cookie']);
  const token = await identityToken(app, cookie);
  return { email, cookie, token, identity: { authorization: `Bearer ${token}` } };
}

/** Fetches the identity token of a session. */
export async function identityToken(app: FastifyInstance, cookie: string): Promise<string> {
  const reply = await app.inject({ url: '/api/auth/token', headers: { cookie } });
  return reply.json<{ token: string }>().token;
}

/** Sends a GET request to the identity provider. */
export function get(app: FastifyInstance, path: string, cookie = '') {
  return app.inject({ url: `/api/auth${path}`, headers: cookie ? { cookie } : {} });
}

/** Sends a POST request to the identity provider like a page of the shop. */
export function post(
  app: FastifyInstance,
  path: string,
  payload: object = {},
  headers: InjectOptions['headers'] = {},
) {
  const origin = 'https://shop.test';
  return app.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin, ...headers },
    payload,
  });
}

/** Adds an authenticator app to an account; the code of the present half minute is used up. */
export async function addAuthenticator(app: FastifyInstance, headers: { cookie: string }) {
  const begun = await post(app, '/two-factor/enable', {}, headers);
  const { totpURI } = begun.json<{ totpURI?: string }>();
  if (totpURI === undefined) throw new Error(`No authenticator app was added: ${begun.body}`);
  const usedCode = totpCode(totpURI);
  const done = await post(app, '/two-factor/verify-totp', { code: usedCode }, headers);
  if (done.statusCode !== 200) throw new Error(`The code was refused: ${done.body}`);
  const { recoveryCodes } = done.json<{ recoveryCodes: string[] }>();
  // The session that goes on with the factor.
  const cookie = cookieOf(done.headers['set-cookie']);
  return { totpURI, usedCode, recoveryCodes, cookie };
}

/** Makes the sign-ins of this person, and their proofs, older. */
export async function ageSessions(
  { sql }: TestDatabase,
  { email }: { email: string },
  minutes = 60,
): Promise<void> {
  await sql`
    update auth_sessions set created_at = created_at - make_interval(mins => ${minutes}),
      proven_at = proven_at - make_interval(mins => ${minutes})
    where user_id = (select id from auth_users where email = ${email})`;
}

let emailCount = 0;

/** An email that no other test uses. */
export function newEmail(): string {
  emailCount += 1;
  return `person-${emailCount}@reprise.test`;
}

/** The token in the link of the newest mail to this email; empty when there is none. */
export function mailedToken(mails: readonly Mail[], email: string): string {
  const mail = mails.findLast(({ to }) => to === email);
  const link = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? 'https://no.mail';
  return new URL(link).searchParams.get('token') ?? '';
}

/** The cookies of a response's `Set-Cookie`, as the `Cookie` header that a browser sends back. */
export function cookieOf(set: string | string[] | number | undefined): string {
  return [set]
    .flat()
    .map((cookie) => String(cookie ?? '').split(';')[0])
    .join('; ');
}
