import { afterAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import { addImage } from '../../testing/builders.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { listForSitemap } from '../products/list-products.ts';
import { collectVocabulary } from '../search/words/collect-vocabulary.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const people = createPeople(shop.database);
const { list, setStatus, change } = selling(() => shop);
const { hide, apply, reverse, suspend } = moderationEffects(() => shop);
const seller = await people.seller();
const admin = await people.admin();

async function get(url: string, user?: KnownUser) {
  return shop.app.inject({ url, headers: user ? await shop.as(user) : {} });
}

const bodyOf = async (url: string, user?: KnownUser) => (await get(url, user)).body;

async function listed(owner = seller, given: Record<string, unknown> = {}) {
  const { body } = await list(owner, given);
  await setStatus(owner, body.insertedId, 'advertise');
  return body.insertedId;
}

const ownList = async (owner: KnownUser) =>
  (await get(`/api/products?email=${owner.email}&limit=100`, owner)).json<ListedProduct[]>();

/** What a sitemap lists; the files themselves are cached for a minute. */
const inSitemap = async () =>
  (
    await listForSitemap(shop.database.sql, {
      from: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      count: 1_000,
    })
  ).map(({ id }) => id);

describe.each(['hidden', 'removed', 'suspended'] as const)('a listing that is %s', (outcome) => {
  it('the listing is in no list, search, count, suggestion or sitemap, and has no page', async () => {
    const owner = await people.seller();
    const beside = await listed(seller, {
      name: `Quintzither beside ${outcome}`,
      category: 'Woodwind',
    });
    const name = `Quintzither ${outcome}`;
    const id = await listed(owner, { name, category: 'Woodwind' });
    const reader = await people.buyer();
    await people.wishProduct(reader, id);
    // Suggestions complete the words that its job has collected, of what is a minute old.
    const later = { now: () => new Date(Date.now() + 120_000) };
    await collectVocabulary({ database: shop.database, clock: later });
    await shop.catalogue.refreshAfterCommit();
    const word = `Quintzither+${outcome}`;
    const reads = [
      ['/api/products?status=advertise&limit=100'],
      ['/api/products?status=advertise&limit=100', reader],
      ['/api/category/Woodwind?limit=100', reader],
      [`/api/search?q=${word}`],
      [`/api/search?q=${word}`, reader],
      [`/api/sellers/${owner.id}/products`],
      [`/api/products/${beside}/similar`],
      [`/api/products/by-id?ids=${id}`],
      [`/api/search/suggestions?q=quintz`],
      [`/api/wishlist?email=${reader.email}`, reader],
    ] as const;
    for (const [url, user] of reads) {
      expect([url, await bodyOf(url, user)]).toEqual([url, expect.stringContaining(id)]);
    }
    expect(await inSitemap()).toContain(id);

    if (outcome === 'suspended') await suspend(owner.id);
    else await hide(id, outcome);

    for (const [url, user] of reads) {
      expect([url, await bodyOf(url, user)]).toEqual([url, expect.not.stringContaining(id)]);
    }
    expect(await inSitemap()).not.toContain(id);
    expect(await inSitemap()).toContain(beside);
    for (const path of ['', '/more', '/similar']) {
      for (const user of [undefined, reader, admin]) {
        expect((await get(`/api/products/${id}${path}`, user)).statusCode).toBe(404);
      }
    }
    const counted = await get(`/api/search?q=${word}&exact=1`);
    expect(counted.json()).toMatchObject({ items: [{ _id: beside }], total: { count: 1 } });
  });

  it('the listing is in its seller’s list, marked, unless it was removed', async () => {
    const owner = await people.seller();
    const id = await listed(owner, { name: 'Marked celesta' });
    if (outcome === 'suspended') await suspend(owner.id);
    else await hide(id, outcome);
    const marks = (await ownList(owner)).map(({ _id, hidden }) => [_id, hidden]);
    expect(marks).toEqual(outcome === 'removed' ? [] : [[id, true]]);
  });

  it('the sold listing is hidden too: its page and the sales of its seller', async () => {
    const owner = await people.seller();
    const { productId, buyer } = await people.sell(owner);
    expect((await get(`/api/products/${productId}`)).statusCode).toBe(200);
    if (outcome === 'suspended') await suspend(owner.id);
    else await hide(productId, outcome);
    for (const user of [undefined, buyer]) {
      expect((await get(`/api/products/${productId}`, user)).statusCode).toBe(404);
    }
    const page = await get(`/api/sellers/${owner.id}`);
    if (outcome === 'suspended') expect(page.statusCode).toBe(404);
    else expect(page.json()).toMatchObject({ sold: { count: 0 } });
  });
});

describe('a hidden listing', () => {
  it('a hidden listing cannot be saved, booked, offered for or waited for', async () => {
    const id = await listed();
    await hide(id);
    const buyer = await people.buyer();
    await expect(people.book(buyer, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(people.offer(buyer, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(people.wishProduct(buyer, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(people.write(buyer, { productId: id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('a hidden picture', () => {
  const showing = (id: string) => ({ kind: 'picture' as const, id });

  async function withPictures(count: number) {
    const owner = await people.seller();
    const ids: string[] = [];
    for (let left = count; left > 0; left -= 1) ids.push(await addImage(shop.database));
    const images = ids.map(addressOf);
    return { owner, images, ids, productId: await listed(owner, { image: images[0], images }) };
  }

  it('a hidden main picture is replaced by the next one', async () => {
    const { images, ids, productId } = await withPictures(3);
    const shown = async () => (await get(`/api/products/${productId}`)).json();
    await apply(showing(ids[0] ?? ''), { outcome: 'hidden' });
    expect(await shown()).toMatchObject({ image: images[1], images: [images[1], images[2]] });
  });

  it('a hidden picture hides a listing that has no other, until it is shown again', async () => {
    const { ids, productId } = await withPictures(1);
    const status = async () => (await get(`/api/products/${productId}`)).statusCode;
    await apply(showing(ids[0] ?? ''), { outcome: 'removed' });
    expect(await status()).toBe(404);
    await reverse(showing(ids[0] ?? ''), 'removed');
    expect(await status()).toBe(200);
  });

  it('a hidden picture cannot be shown again by naming its address', async () => {
    const { owner, images, ids, productId } = await withPictures(2);
    await apply(showing(ids[1] ?? ''), { outcome: 'hidden' });
    expect((await change(owner, productId, { images })).status).toBe(400);
  });

  it('a booking shows a hidden picture as removed', async () => {
    const owner = await people.seller();
    const { productId, bookingId, buyer } = await people.sell(owner);
    const [row] = await shop.database.sql<{ id: string }[]>`
      select image_id as id from products where id = ${productId}`;
    await apply(showing(row?.id ?? ''), { outcome: 'hidden' });
    const booking = (await get(`/api/bookings/${bookingId}`, buyer)).json();
    expect(booking.image).toContain('/removed-picture.svg');
    expect(booking.picture).toBeUndefined();
  });
});
