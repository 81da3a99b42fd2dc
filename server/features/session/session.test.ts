import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity } from '../../providers/identity/port.ts';
import { addImage } from '../../testing/builders.ts';
import { newEmail, type SignedIn } from '../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ adminEmails: ['chief@reprise.test', 'late@reprise.test'] });
});
afterAll(() => shop.close());

function save(person: SignedIn, given: object = {}) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: person.identity,
    payload: { name: 'Clara Fife', email: person.email, ...given },
  });
}

function exchange(person: SignedIn, email = person.email) {
  const query = new URLSearchParams({ email });
  return shop.app.inject({ url: `/api/jwt?${query}`, headers: person.identity });
}

async function record(email: string) {
  const [row] = await shop.database.sql`
    select id, role, language, time_zone as "timeZone", image_url as "imageUrl", image_id as "imageId" from users where email = ${email}`;
  return row;
}

/** Runs a test in a shop whose identity provider verifies every token as this identity. */
async function withIdentity<T>(
  identity: Identity,
  run: (other: TestShop) => Promise<T>,
): Promise<T> {
  const provider = {
    name: 'test',
    verify: async () => identity,
    remove: async () => undefined,
    endSessions: async () => undefined,
  };
  const other = await createTestShop({ identity: provider, adminEmails: ['chief@reprise.test'] });
  return run(other).finally(other.close);
}

describe('creating the user of a new identity', () => {
  it.each([
    [{}, 'buyer'],
    [{ role: 'buyer' }, 'buyer'],
    [{ role: 'seller' }, 'seller'],
  ])('a new identity with %o makes a %s', async (given, role) => {
    const person = await shop.signUp(newEmail());
    const reply = await save(person, given);
    expect(reply.statusCode, reply.body).toBe(201);
    const row = await record(person.email);
    expect(reply.json()).toEqual({ acknowledged: true, insertedId: row?.id });
    expect(row?.role).toBe(role);
  });

  it('a new user has the language of the page, if the shop has it', async () => {
    const person = await shop.signUp(newEmail());
    const unknown = await save(person, { language: 'tlh' });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json()).toMatchObject({
      acknowledged: false,
      errors: [{ field: 'language', message: 'Choose a language of the shop' }],
    });
    expect((await save(person, { language: 'en' })).statusCode).toBe(201);
    expect(await record(person.email)).toMatchObject({ language: 'en' });
  });

  it('a new user has the time zone of the browser, and no unknown one', async () => {
    const person = await shop.signUp(newEmail());
    expect((await save(person, { timeZone: 'Asia/Tokyo' })).statusCode).toBe(201);
    expect(await record(person.email)).toMatchObject({ timeZone: 'Asia/Tokyo' });
    const other = await shop.signUp(newEmail());
    expect((await save(other, { timeZone: 'Mars/Olympus' })).statusCode).toBe(201);
    expect(await record(other.email)).toMatchObject({ timeZone: null });
  });

  it('a new user cannot have the role admin', async () => {
    const reply = await save(await shop.signUp(newEmail()), { role: 'admin' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().acknowledged).toBe(false);
  });

  it('a second time is refused with the text of the specification', async () => {
    const person = await shop.signUp(newEmail());
    await save(person);
    const reply = await save(person, { email: person.email.toUpperCase() });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      acknowledged: false,
      detail: 'You have Another Account with this Email',
    });
  });

  it('concurrent requests with one identity create one user', async () => {
    const person = await shop.signUp(newEmail());
    const replies = await Promise.all([1, 2, 3, 4].map(() => save(person)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
  });

  it('an identity cannot become a user with somebody else’s email', async () => {
    const person = await shop.signUp(newEmail());
    const reply = await save(person, { email: newEmail() });
    expect(reply.statusCode).toBe(403);
    expect(reply.json().acknowledged).toBe(false);
  });

  it('a new user can have a picture that was uploaded here, and no other', async () => {
    const imageId = await addImage(shop.database);
    const person = await shop.signUp(newEmail());
    const foreign = await save(person, { image: 'https://elsewhere.test/me.png' });
    expect(foreign.statusCode).toBe(400);
    expect(foreign.json().errors[0].field).toBe('image');
    const image = `https://shop.test/pictures/${imageId}/480.webp`;
    expect((await save(person, { image })).statusCode).toBe(201);
    expect(await record(person.email)).toMatchObject({ imageId, imageUrl: null });
  });

  it('a Google identity becomes a buyer with the Google picture', async () => {
    const email = newEmail();
    const pictureUrl = 'https://lh3.googleusercontent.com/a/picture';
    const identity = {
      id: 'g',
      email,
      isEmailVerified: true,
      pictureUrl,
      by: 'google' as const,
      signedInAt: new Date(),
    };
    await withIdentity(identity, async ({ app, database }) => {
      const payload = { name: 'Gale', email, role: 'seller', image: pictureUrl };
      const headers = { authorization: 'Bearer any' };
      const reply = await app.inject({ method: 'POST', url: '/api/users', headers, payload });
      expect(reply.statusCode, reply.body).toBe(201);
      const rows = await database.sql`select role, image_url from users where email = ${email}`;
      expect(rows).toMatchObject([{ role: 'buyer', image_url: pictureUrl }]);
    });
  });
});

describe('exchanging an identity token', () => {
  it('an identity token is exchanged for an access token of that user', async () => {
    const person = await shop.signUp(newEmail());
    await save(person);
    const reply = await exchange(person, person.email.toUpperCase());
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const authorization = `Bearer ${reply.json().accessToken}`;
    const read = await shop.app.inject({
      url: `/api/users/${person.email}`,
      headers: { authorization },
    });
    expect(read.json()).toMatchObject({ email: person.email, role: 'buyer' });
  });

  it('an access token for another email is refused, whether or not it has a user', async () => {
    const person = await shop.signUp(newEmail());
    const other = await shop.signUp(newEmail());
    await save(other);
    for (const email of [other.email, newEmail()]) {
      expect((await exchange(person, email)).statusCode).toBe(403);
    }
  });

  it('an identity without a user gets no access token until the user is created', async () => {
    const person = await shop.signUp(newEmail());
    expect((await exchange(person)).statusCode).toBe(404);
    await save(person);
    expect((await exchange(person)).statusCode).toBe(200);
  });

  it('the exchange is refused without a token, with a forged one, and with an access token', async () => {
    const person = await shop.signUp(newEmail());
    await save(person);
    const own = (await exchange(person)).json().accessToken;
    const { authorization } = person.identity;
    const forged = `${authorization.slice(0, -6)}aaaaaa`;
    for (const headers of [{}, { authorization: forged }, { authorization: `Bearer ${own}` }]) {
      const reply = await shop.app.inject({ url: `/api/jwt?email=${person.email}`, headers });
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
    const elsewhere = await shop.app.inject({
      url: `/api/users/${person.email}`,
      headers: person.identity,
    });
    expect(elsewhere.statusCode).toBe(401);
  });
});

describe('an address of ADMIN_EMAILS', () => {
  it('a verified address of ADMIN_EMAILS makes its user an admin, with an audit entry', async () => {
    const chief = await shop.signUp('chief@reprise.test', { isVerified: true });
    await save(chief, { role: 'seller' });
    const row = await record(chief.email);
    expect(row?.role).toBe('admin');
    const entries = await shop.database.sql`
      select action, actor_id from audit_entries where subject_id = ${String(row?.id)}`;
    expect(entries).toEqual([{ action: 'admin-appointed', actor_id: null }]);
  });

  it('an unverified address of ADMIN_EMAILS makes its user an admin only at the sign-in after the verification', async () => {
    const late = await shop.signUp('late@reprise.test');
    await save(late, { role: 'seller' });
    await exchange(late);
    expect((await record(late.email))?.role).toBe('seller');
    const { sql } = shop.database;
    await sql`update users set verified_at = now() where email = ${late.email}`;
    await sql`update auth_users set email_verified = true where email = ${late.email}`;
    await exchange(late);
    await exchange(late);
    const row = await record(late.email);
    expect(row?.role).toBe('admin');
    expect(await sql`select from audit_entries where subject_id = ${String(row?.id)}`).toHaveLength(
      1,
    );
  });
});

describe('the email of a seller', () => {
  it('the email of a seller is shown to others once it is verified and a token is fetched', async () => {
    await shop.catalogue.start();
    const person = await shop.signUp(newEmail());
    await save(person, { role: 'seller' });
    const own = { authorization: `Bearer ${(await exchange(person)).json().accessToken}` };
    const sellerId = String((await record(person.email))?.id);
    const productId = await shop.make.product(sellerId, { status: 'advertise' });
    await shop.catalogue.catchUp();
    const admin = await shop.as(await shop.make.user({ role: 'admin' }));
    const other = await shop.as(await shop.make.user());
    const emailsFor = async (headers: Record<string, string>) => {
      const read = (url: string) => shop.app.inject({ url, headers }).then((reply) => reply.json());
      const single = await read(`/api/products/${productId}`);
      const [listed] = await read('/api/products?status=advertise&limit=1');
      expect(listed._id).toBe(productId);
      return [single.sellerEmail, listed.sellerEmail];
    };
    const shown = [person.email, { email: person.email }];
    const hidden = ['', { email: '' }];

    expect(await emailsFor({})).toEqual(hidden);
    expect(await emailsFor(other)).toEqual(hidden);
    expect(await emailsFor(own)).toEqual(shown);
    expect(await emailsFor(admin)).toEqual(shown);

    await shop.database.sql`
      update auth_users set email_verified = true where email = ${person.email}`;
    await exchange(person);
    await shop.catalogue.catchUp();
    expect(await emailsFor({})).toEqual(shown);
    expect(await emailsFor(other)).toEqual(shown);
  });
});
