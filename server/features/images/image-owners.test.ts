import { afterAll, describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/constants.ts';
import { addImage, receiveSale, sendSale } from '../../testing/builders.ts';
import { createModerating } from '../../testing/moderating.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { createPictureAccess } from './picture-access.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { list: sendListing } = selling(() => shop);
const list = async (who: KnownUser, given = {}): Promise<string> =>
  (await sendListing(who, given)).body.insertedId;
const { call, reportAndDecide, appeal, decideAppeal } = createModerating(
  () => shop,
  () => people,
);
const { sql } = shop.database;

interface Refused {
  errors?: { field: string }[];
}

const attach = (who: KnownUser, threadId: string, images: string[]) =>
  call<Refused>(who, `/threads/${threadId}/messages`, {
    method: 'POST',
    payload: { text: 'Look', images },
  });
const ownerOf = async (id: string) =>
  (await sql<{ owner: string | null }[]>`select owner_id as owner from images where id = ${id}`)[0]
    ?.owner;
const imageOf = async (productId: string) =>
  (await sql<{ id: string }[]>`select image_id as id from products where id = ${productId}`)[0]
    ?.id ?? '';

describe('a picture', () => {
  it('a picture belongs to the user who uses it first, and no one else can use it', async () => {
    const [owner, other] = [await people.seller(), await people.seller()];
    const id = await addImage(shop.database);
    const image = addressOf(id);
    const productId = await list(owner, { image });
    expect(await ownerOf(id)).toBe(owner.id);
    await list(owner, { image });
    const own = await list(other);
    const threadId = await people.write(other, { productId }, 'Is it yours?');
    const base = await call<object>(other, `/products/${own}`);
    const refusals = [
      await call<Refused>(other, `/products/${own}`, { method: 'PATCH', payload: { image } }),
      await call<Refused>(other, `/products/${own}`, {
        method: 'PATCH',
        payload: { images: [image] },
      }),
      await call<Refused>(other, `/users/${other.id}`, { method: 'PATCH', payload: { image } }),
      await attach(other, threadId, [image]),
    ];
    expect(refusals.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
      [400, 'image'],
      [400, 'images.0'],
      [400, 'image'],
      [400, 'images.0'],
    ]);
    expect((await call<object>(other, `/products/${own}`)).body).toEqual(base.body);
  });

  it('a picture from before there were owners belongs to the seller who shows it', async () => {
    const [owner, other] = [await people.seller(), await people.seller()];
    const productId = await people.make.product(owner.id);
    const id = await imageOf(productId);
    expect(await ownerOf(id)).toBeNull();
    const change = (who: KnownUser, product: string) =>
      call(who, `/products/${product}`, { method: 'PATCH', payload: { image: addressOf(id) } });
    expect((await change(other, await people.make.product(other.id))).status).toBe(400);
    expect((await change(owner, await people.make.product(owner.id))).status).toBe(200);
    expect(await ownerOf(id)).toBe(owner.id);
  });

  it('an admin can put a picture into the listing of a seller, who can keep it', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    const productId = await list(seller);
    const id = await addImage(shop.database, { ownerId: admin.id });
    const change = (who: KnownUser, payload: object) =>
      call(who, `/products/${productId}`, { method: 'PATCH', payload });
    expect((await change(seller, { images: [addressOf(id)] })).status).toBe(400);
    expect((await change(admin, { images: [addressOf(id)] })).status).toBe(200);
    expect((await change(seller, { images: [addressOf(id)], location: 'York' })).status).toBe(200);
  });
});

describe('hiding a picture', () => {
  it('hiding a picture that two sellers show changes the listing of the reported seller alone', async () => {
    const [victim, cloner] = [await people.seller(), await people.seller()];
    const productId = await people.make.product(victim.id);
    const imageId = await imageOf(productId);
    const clone = await people.make.product(cloner.id, { imageId });
    const bookingId = await people.book(await people.buyer(), productId);
    await reportAndDecide('picture', imageId, 'hidden');
    const isShown = async (id: string) =>
      (await shop.app.inject({ url: `/api/products/${id}` })).statusCode === 200;
    expect([await isShown(productId), await isShown(clone)]).toEqual([true, false]);
    expect(await createPictureAccess(sql)(imageId)).toBe('public');
    expect(await sql`select state from bookings where id = ${bookingId}`).toEqual([
      { state: 'held' },
    ]);
  });
});

describe('a picture that is shown again', () => {
  it('a picture that is shown again does not go over the number of pictures of a listing', async () => {
    const seller = await people.seller();
    const productId = await list(seller);
    const [hidden, ...others] = await Promise.all(
      Array.from({ length: limits.picturesPerProduct }, () => addImage(shop.database)),
    );
    const setPictures = async (ids: readonly (string | undefined)[]) => {
      await sql`delete from product_images where product_id = ${productId}`;
      await sql`
        insert into product_images (product_id, position, image_id)
        select ${productId}, position, id
        from unnest(${ids.filter((id) => id !== undefined)}::uuid[]) with ordinality as given (id, position)`;
    };
    await setPictures([hidden]);
    const { caseId } = await reportAndDecide('picture', hidden ?? '', 'hidden');
    await setPictures(others);
    await appeal(seller, caseId);
    expect((await decideAppeal(await people.admin(), caseId, 'reversed')).status).toBe(200);
    const shown = await sql`select from product_images where product_id = ${productId}`;
    expect(shown).toHaveLength(limits.picturesPerProduct - 1);
  });
});

describe('a picture of a person who left', () => {
  it('a picture of a removed user that is evidence keeps its file and loses its public address', async () => {
    const seller = await people.seller();
    const productId = await list(seller);
    const id = await imageOf(productId);
    const threadId = await people.write(await people.buyer(), { productId }, 'A photo of it?');
    expect((await attach(seller, threadId, [addressOf(id)])).status).toBe(201);
    await people.remove(await people.admin(), seller);
    expect(await createPictureAccess(sql)(id)).toBe('none');
    const kept =
      await sql`select cardinality(hidden_widths) > 0 as kept from images where id = ${id}`;
    expect(kept).toEqual([{ kept: true }]);
  });
});

describe('pictures in messages', () => {
  it.each([
    ['pictures', 100, 1_000],
    ['bytes', 15, 10_000_000],
  ])('pictures in messages are limited by their %s in a day', async (_, allowed, bytes) => {
    const seller = await people.seller();
    const productId = await list(seller);
    const threadId = await people.write(await people.buyer(), { productId }, 'Photos?');
    const send = async () =>
      attach(seller, threadId, [addressOf(await addImage(shop.database, { bytes }))]);
    expect((await send()).status).toBe(201);
    await sql`
      with sent as (
        insert into images (id, host, width, height, widths, placeholder, bytes, created_at, owner_id)
        select gen_random_uuid(), 'disk', 9, 9, '{9}', '', ${bytes}, now(), ${seller.id}
        from generate_series(2, ${allowed}) returning id
      )
      insert into evidence_images (subject_id, position, image_id)
      select gen_random_uuid(), 1, id from sent`;
    const refused = await send();
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([429, 'images']);
    // One more fits.
    await sql`delete from evidence_images where image_id = (
      select id from images where owner_id = ${seller.id} and created_at <= now()
        and id in (select image_id from evidence_images) order by id limit 1)`;
    const together = await Promise.all([send(), send(), send()]);
    expect(together.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
    await sql`update images set created_at = now() - interval '25 hours' where owner_id = ${seller.id}`;
    expect((await send()).status).toBe(201);
  });
});

describe('pictures of returns and disputes', () => {
  it('pictures of a return and of a dispute that are sent at once do not go over the limit of a day', async () => {
    const buyer = await people.buyer();
    const [returned, disputed] = [
      await people.sell(await people.seller(), new Date(), buyer),
      await people.sell(await people.seller(), new Date(), buyer),
    ];
    await receiveSale(shop.database, returned.bookingId);
    await sendSale(shop.database, disputed.bookingId);
    await sql`
      with sent as (
        insert into images (id, host, width, height, widths, placeholder, bytes, created_at, owner_id)
        select gen_random_uuid(), 'disk', 9, 9, '{9}', '', 1000, now(), ${buyer.id}
        from generate_series(1, 99) returning id
      )
      insert into evidence_images (subject_id, position, image_id)
      select gen_random_uuid(), 1, id from sent`;
    const send = async (path: string) => {
      const payload = { reason: 'A crack', images: [addressOf(await addImage(shop.database))] };
      return (await call<Refused>(buyer, path, { method: 'POST', payload })).status;
    };
    const countWaiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
      ).length;
    // Both have counted, or wait for their turn to count, before either of them stores its picture.
    const sending = await shop.database.transaction(async (tx) => {
      await tx.sql`lock table evidence_images in share row exclusive mode`;
      const both = [
        send(`/bookings/${returned.bookingId}/return`),
        send(`/bookings/${disputed.bookingId}/dispute`),
      ];
      await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 20_000 });
      return { both };
    });
    expect((await Promise.all(sending.both)).sort()).toEqual([201, 429]);
  });
});
