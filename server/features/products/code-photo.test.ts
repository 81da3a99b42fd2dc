import { afterAll, describe, expect, it } from 'vitest';
import { codePhotoTerms } from '#contract/products/code-photo.ts';
import { createModerating } from '../../testing/moderating.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { createPhotoCodes } from './code-photo.ts';

const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const people = createPeople(shop.database);
const [seller, other, admin] = [await people.seller(), await people.seller(), await people.admin()];
const moderating = createModerating(
  () => shop,
  () => people,
);
const { send, list, change, picture, read } = selling(() => shop);

const ask = async (user: KnownUser, id: string) => {
  const reply = await send(user, { method: 'POST', path: `/products/${id}/code` });
  return {
    status: reply.status,
    body: reply.body as unknown as { code: string; validUntil: string },
  };
};
const put = (user: KnownUser, id: string, payload: object) =>
  send(user, { method: 'PUT', path: `/products/${id}/code-photo`, payload });
const remove = (user: KnownUser, id: string) =>
  send(user, { method: 'DELETE', path: `/products/${id}/code-photo` });
const listed = async (given: Record<string, unknown> = {}) =>
  (await list(seller, given)).body.insertedId;
/** A listing with a code photo. */
async function shown(given: Record<string, unknown> = {}) {
  const id = await listed(given);
  const image = await picture();
  expect((await put(seller, id, { image })).body).toMatchObject({ modifiedCount: 1 });
  return { id, image };
}

describe('the code of a listing', () => {
  it('a code is the same all day, another for each listing and day, and valid until the next day ends', async () => {
    const [id, another] = [await listed(), await listed()];
    const first = await ask(seller, id);
    expect(first.status).toBe(200);
    expect(first.body.code).toMatch(
      new RegExp(`^[${codePhotoTerms.letters}]{${codePhotoTerms.length}}$`),
    );
    const endOfNextDay = new Date(clock.now()).setUTCHours(48, 0, 0, 0);
    expect(Date.parse(first.body.validUntil)).toBe(endOfNextDay);
    expect((await ask(seller, id)).body).toEqual(first.body);
    expect((await ask(seller, another)).body.code).not.toBe(first.body.code);
    clock.forward(24 * 60);
    expect((await ask(seller, id)).body.code).not.toBe(first.body.code);
  });

  it('the letters of codes leave out those that a hand writes like others, and are about equally frequent', () => {
    expect(codePhotoTerms.letters).toHaveLength(23);
    const codes = createPhotoCodes('a secret of this test');
    const counts = new Map<string, number>();
    for (let listing = 0; listing < 2_000; listing += 1) {
      for (const letter of codes.codeOf(`listing ${listing}`, clock.now())) {
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
      }
    }
    expect([...counts.keys()].sort().join('')).toBe(codePhotoTerms.letters);
    expect(Math.min(...counts.values())).toBeGreaterThan(400);
    expect(Math.max(...counts.values())).toBeLessThan(650);
  });

  it('only the seller of a listing gets its code, and not once it is sold', async () => {
    const id = await listed();
    expect((await ask(other, id)).status).toBe(404);
    expect((await ask(admin, id)).status).toBe(404);
    const { productId } = await people.sell(seller, clock.now());
    expect((await ask(seller, productId)).status).toBe(409);
  });
});

describe('the picture with the code', () => {
  it('the picture becomes the last one of the listing, and everyone reads when and with which code', async () => {
    const id = await listed();
    const [main] = (await read(id)).images;
    const { code } = (await ask(seller, id)).body;
    const image = await picture();
    const written = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`;
    expect((await put(seller, id, { image, code: written })).body).toEqual({
      acknowledged: true,
      modifiedCount: 1,
    });
    const product = await read(id);
    expect(product.images).toEqual([main, image]);
    expect(product.codePhoto).toEqual({ at: clock.now().toISOString(), pictures: 0, code, image });
    expect((await put(seller, id, { image, code })).body.modifiedCount).toBe(0);
  });

  it('the code of the day before is accepted, an older one and that of another listing are refused by their field', async () => {
    const [id, another] = [await listed(), await listed()];
    const { code } = (await ask(seller, id)).body;
    const image = await picture();
    expect(
      (await put(seller, another, { image: await picture(), code })).body.errors[0]?.field,
    ).toBe('code');
    clock.forward(24 * 60);
    expect((await put(seller, id, { image, code })).status).toBe(200);
    expect((await read(id)).codePhoto?.code).toBe(code);
    clock.forward(24 * 60);
    const late = await put(seller, id, { image: await picture(), code });
    expect([late.status, late.body.errors[0]?.field, late.body.modifiedCount]).toEqual([
      400,
      'code',
      0,
    ]);
  });

  it('pictures that are added later are counted as newer, and removing the picture removes the statement', async () => {
    const { id, image } = await shown();
    const { images } = await read(id);
    const [a, b] = [await picture(), await picture()];
    await change(seller, id, { images: [a, ...images, b] });
    expect((await read(id)).codePhoto).toMatchObject({ pictures: 2, image });
    await change(seller, id, { images: images.filter((address) => address !== image) });
    expect(await read(id)).not.toHaveProperty('codePhoto');
  });

  it.each([
    ['maker', { brand: 'Selmer' }],
    ['kind', { kind: 'violin' }],
    ['kind, by its name alone,', { name: 'Clarinet' }],
  ])('another %s takes the statement back, and the picture stays', async (_what, changes) => {
    const { id, image } = await shown({ brand: 'Besson', name: 'Trumpet' });
    await change(seller, id, { price: 90, brand: ' BESSON ', description: 'Plays very well.' });
    expect(await read(id)).toHaveProperty('codePhoto');
    await change(seller, id, changes);
    const product = await read(id);
    expect(product).not.toHaveProperty('codePhoto');
    expect(product.images).toContain(image);
  });

  it('a full listing has no room for it, but one of its pictures can be the one', async () => {
    const images = await Promise.all(Array.from({ length: 8 }, picture));
    const id = await listed({ image: images[0], images });
    const refused = await put(seller, id, { image: await picture() });
    expect([refused.status, refused.body.errors[0]?.field]).toEqual([400, 'image']);
    expect((await put(seller, id, { image: images[3] })).status).toBe(200);
    expect((await read(id)).images).toEqual(images);
  });

  it('a picture of another user, or another user’s listing, is refused', async () => {
    const { id } = await shown();
    const foreign = (await read((await list(other)).body.insertedId)).image;
    expect((await put(seller, id, { image: foreign })).body.errors[0]?.field).toBe('image');
    for (const user of [other, admin]) {
      expect((await put(user, id, { image: await picture() })).status).toBe(404);
    }
    expect((await remove(other, id)).status).toBe(404);
  });

  it('its seller takes the statement back, and an admin too, which is in the audit', async () => {
    const [own, foreign] = [await shown(), await shown()];
    expect((await remove(seller, own.id)).body.modifiedCount).toBe(1);
    expect((await remove(seller, own.id)).body.modifiedCount).toBe(0);
    expect(await read(own.id)).not.toHaveProperty('codePhoto');
    expect((await read(own.id)).images).toContain(own.image);
    expect((await remove(admin, foreign.id)).body.modifiedCount).toBe(1);
    const entries = await shop.database.sql`
      select from audit_entries where action = 'product-changed' and actor_id = ${admin.id}
        and detail -> 'product' ->> 'id' = ${foreign.id}`;
    expect(entries).toHaveLength(1);
  });

  it('two pictures at the same time leave one statement', async () => {
    const id = await listed();
    const [a, b] = [await picture(), await picture()];
    const replies = await Promise.all([a, b].map((image) => put(seller, id, { image })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { codePhoto, images } = await read(id);
    expect(images).toHaveLength(3);
    expect([a, b]).toContain(codePhoto?.image);
  });

  it('a report of the picture opens a case that shows it with its code, until an admin takes it back', async () => {
    const { id } = await shown();
    const { code } = (await ask(seller, id)).body;
    const filed = await moderating.report(other, 'product', id, { reason: 'code-photo' });
    expect(filed.status).toBe(201);
    const caseId = await moderating.caseIdOf(id);
    const found = await moderating.read(admin, caseId);
    expect(found).toMatchObject({
      reasons: [{ reason: 'code-photo', count: 1 }],
      codePhoto: { code },
    });
    expect(found.codePhoto?.image).toBe(found.current?.images[1]);
    expect((await remove(admin, id)).status).toBe(200);
    expect(await moderating.read(admin, caseId)).not.toHaveProperty('codePhoto');
  });
});
