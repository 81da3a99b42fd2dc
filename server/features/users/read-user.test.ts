import { afterAll, describe, expect, it } from 'vitest';
import type { User } from '#contract/users/users.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addImage } from '../../testing/builders.ts';
import { createPeople, daysAgo } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from './find-user.ts';

const call = apiClient(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const admin = await people.admin();

describe('a user record', () => {
  it('a user record is read by its email, in any case', async () => {
    const imageId = await addImage(shop.database);
    const seller = await shop.make.user({ role: 'seller', verifiedAt: new Date(), imageId });
    const { status, body } = await call<User>(seller, `/users/${seller.email.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: seller.id,
      name: seller.name,
      email: seller.email,
      role: 'seller',
      status: 'verified',
      picture: { base: `/pictures/${imageId}` },
    });
    expect(body.image).toBe(`https://shop.test/pictures/${imageId}/1600.webp`);
  });

  it('a user record shows the picture of the identity, or none', async () => {
    const googled = await shop.make.user({ imageUrl: 'https://google.test/me.png' });
    const found = await call<User>(googled, `/users/${googled.email}`);
    expect(found.body).toMatchObject({ image: 'https://google.test/me.png' });
    expect(found.body.picture).toBeUndefined();
    const plain = await people.buyer();
    const { body } = await call<User>(plain, `/users/${plain.email}`);
    expect(Object.keys(body).sort()).toEqual(['_id', 'email', 'name', 'role', 'time']);
  });

  it('a user record is refused to others, whether or not it exists', async () => {
    const [buyer, other] = [await people.buyer(), await people.buyer()];
    for (const path of ['/users/', '/users/admin/', '/users/seller/']) {
      const known = await call<{ detail: string; requestId: string }>(buyer, path + other.email);
      const unknown = await call<{ detail: string; requestId: string }>(buyer, `${path}no@x.test`);
      expect(known.status).toBe(403);
      expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
    expect((await call(admin, `/users/${other.email}`)).status).toBe(200);
    expect((await call(admin, '/users/no@x.test')).status).toBe(404);
  });

  it('a user record says whether the user is an admin or a seller', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const flags = async ({ email }: KnownUser) => [
      (await call(admin, `/users/admin/${email}`)).body,
      (await call(admin, `/users/seller/${email}`)).body,
    ];
    expect(await flags(admin)).toEqual([{ isAdmin: true }, { isSeller: false }]);
    expect(await flags(seller)).toEqual([{ isAdmin: false }, { isSeller: true }]);
    expect(await flags(buyer)).toEqual([{ isAdmin: false }, { isSeller: false }]);
    expect((await call(admin, '/users/seller/no@x.test')).body).toEqual({ isSeller: false });
    const self = await call(seller, `/users/seller/${seller.email.toUpperCase()}`);
    expect(self.body).toEqual({ isSeller: true });
  });
});

describe('the list of users', () => {
  const names = async (query: string) =>
    (await call<User[]>(admin, `/users?${query}`)).body.map(({ name }) => name);

  it('the list of users has one role, newest first, by pages', async () => {
    const added: string[] = [];
    for (const day of [30, 20, 10]) {
      const name = `Paged ${day}`;
      added.unshift(name);
      await shop.make.user({ role: 'seller', name }, daysAgo(day));
    }
    await shop.make.user({ name: 'Paged buyer' });
    const first = await call<User[]>(admin, '/users?role=seller&search=paged&limit=2');
    expect(first.body.map(({ name }) => name)).toEqual(added.slice(0, 2));
    const next = /<\/api(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await call<User[]>(admin, next);
    expect(second.body.map(({ name }) => name)).toEqual(added.slice(2));
    expect(second.headers.link).toBeUndefined();
  });

  it('the list of users is searched by beginnings of words of name and email, in any order', async () => {
    await shop.make.user({ name: 'Inès Moreau-Duval', email: 'ines.moreau@strings.test' });
    await shop.make.user({ name: 'Morten Quist', email: 'quist+sales@brass.test' });
    for (const search of ['moreau', 'MOR', 'duv inè', 'ines.moreau@strings', 'strings.t']) {
      expect(await names(`role=buyer&search=${encodeURIComponent(search)}`), search).toContain(
        'Inès Moreau-Duval',
      );
    }
    expect(await names('role=buyer&search=mor%20qui')).toEqual(['Morten Quist']);
    expect(await names('role=buyer&search=oreau')).toEqual([]);
    expect(await names('role=seller&search=moreau')).toEqual([]);
  });

  it('the list of users accepts any search text', async () => {
    for (const search of ["'", '!:*&|<->()', '\\', '%', 'a & !b', '🎺', '   ']) {
      const { status } = await call(
        admin,
        `/users?role=buyer&search=${encodeURIComponent(search)}`,
      );
      expect(status, search).toBe(200);
    }
    expect((await call(admin, `/users?role=buyer&search=${'x'.repeat(101)}`)).status).toBe(400);
    expect((await call(admin, '/users?role=admin')).status).toBe(400);
  });

  it('the list of users leaves out removed users', async () => {
    const buyer = await shop.make.user({ name: 'Leaving soon' });
    await people.remove(admin, buyer);
    expect(await names('role=buyer&search=leaving')).toEqual([]);
  });
});
