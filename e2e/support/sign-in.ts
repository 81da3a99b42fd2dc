import type { BrowserContext } from '@playwright/test';
import { SignJWT } from 'jose';
import { accessTokenKey } from '#contract/constants.ts';
import { openDatabase } from '../../server/database/connection.ts';
import { quietLog } from '../../server/testing/quiet-log.ts';
import { runningShop } from './open-shop.ts';
import { tokenSecret } from './shop.ts';

/** An access token as the shop gives them, for the user who has this address. */
export async function accessTokenFor(email: string, shop = runningShop()): Promise<string> {
  const { id, name } = await findUser(email, shop.databaseUrl);
  return new SignJWT({ email, name })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(id)
    .setIssuer('reprise')
    .setAudience('reprise-api')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(tokenSecret));
}

/** Puts the user's access token where the pages look for it. Pages that are open already learn of it like any tab. */
export async function signIn(
  context: BrowserContext,
  email: string,
  shop = runningShop(),
): Promise<void> {
  const token = await accessTokenFor(email, shop);
  const door = await context.newPage();
  // Local storage belongs to the origin; which page of it is open does not matter, so an empty one will do.
  await door.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await door.goto(`${shop.url}/`);
  await door.evaluate(([key, value]) => localStorage.setItem(key, value), [
    accessTokenKey,
    token,
  ] as const);
  await door.close();
}

async function findUser(email: string, databaseUrl: string): Promise<{ id: string; name: string }> {
  const { sql, close } = await openDatabase({ url: databaseUrl, poolSize: 1 }, quietLog);
  try {
    const [user] = await sql<{ id: string; name: string }[]>`
      select id, name from users where lower(email) = lower(${email}) and removed_at is null`;
    if (!user) throw new Error(`The shop has no user ${email}`);
    return user;
  } finally {
    await close();
  }
}
