import type { BrowserContext, Page } from '@playwright/test';
import { SignJWT } from 'jose';
import { accessTokenKey } from '#contract/constants.ts';
import { demoPassword } from '#contract/identity/demo-accounts.ts';
import type { Database } from '../../server/database/connection.ts';
import { testDatabase } from './database.ts';
import type { SeparateServer } from './separate-server.ts';
import { tokenSecret } from './server.ts';
import { testServer } from './test-server.ts';

/** An access token as the server issues them, for the user with this email, who has just signed in. */
export async function accessTokenFor(email: string, database?: Database): Promise<string> {
  const { id, name } = await findUser(email, database ?? (await testDatabase()));
  return new SignJWT({ email, name, auth_time: Math.floor(Date.now() / 1_000) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(id)
    .setIssuer('reprise')
    .setAudience('reprise-api')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(tokenSecret));
}

let signIns = 0;

/**
 * Signs the user in without the login page: the next page that the browser loads starts with the user's access token in
 * its storage. There is no session at the identity provider; see `signInWithSession`.
 */
export async function signIn(
  context: BrowserContext,
  email: string,
  server?: SeparateServer,
): Promise<void> {
  const token = await accessTokenFor(email, server?.database);
  signIns += 1;
  await context.addInitScript(storeTokenOnce, {
    origin: (server ?? testServer()).url,
    tokenKey: accessTokenKey,
    token,
    signInNumber: signIns,
  });
}

/** Runs before the scripts of every page. Stores the token only once, so that a later logout or refresh is not undone. */
function storeTokenOnce(signIn: {
  origin: string;
  tokenKey: string;
  token: string;
  signInNumber: number;
}): void {
  if (location.origin !== signIn.origin) return;
  const numberKey = 'e2e-sign-in';
  if (Number(localStorage.getItem(numberKey)) >= signIn.signInNumber) return;
  localStorage.setItem(numberKey, String(signIn.signInNumber));
  localStorage.setItem(signIn.tokenKey, signIn.token);
}

/** Signs the user in with a session at the embedded identity provider as well, which can renew the access token. */
export async function signInWithSession(page: Page, email: string): Promise<void> {
  const { url } = testServer();
  const response = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password: demoPassword },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(`Signing in as ${email} answered ${response.status()}`);
  await signIn(page.context(), email);
}

async function findUser(email: string, { sql }: Database): Promise<{ id: string; name: string }> {
  const [user] = await sql<{ id: string; name: string }[]>`
    select id, name from users where lower(email) = lower(${email}) and removed_at is null`;
  if (!user) throw new Error(`The server has no user ${email}`);
  return user;
}
