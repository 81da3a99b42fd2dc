import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { createDiskImages } from '../../providers/images/disk/disk-images.ts';
import { addImage } from '../../testing/builders.ts';
import { startListeningServer } from '../../testing/listening-server.ts';
import { createPeople } from '../../testing/people.ts';
import { inPieces, photo } from '../../testing/pictures.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { applyEffect, type DecidedSubject, type Effect, reverseEffect } from './effects.ts';

/* Two servers on one database. A decision that a third has taken shows on both with their next poll. */

const folder = await mkdtemp(join(tmpdir(), 'reprise-hidden-'));
const imageHost = createDiskImages({ folder });
const shop = await createTestShop({ imageHost });
const people = createPeople(shop.database);
const servers = [await startListeningServer(shop), await startListeningServer(shop)];
for (const { catalogue } of servers) await catalogue.start();
afterAll(async () => {
  for (const server of servers) await server.close();
  await shop.close();
  await rm(folder, { recursive: true });
});

async function decide(subject: DecidedSubject, effect: Effect) {
  await transaction(shop.database, (tx) => applyEffect(tx, subject, effect, new Date()));
  for (const { catalogue } of servers) await catalogue.catchUp();
}

describe('a cached answer', () => {
  it.each(['hidden', 'removed', 'suspended'] as const)(
    'a cached answer does not show what was %s, on any server, to guests and to users',
    async (outcome) => {
      const [seller, reader] = [await people.seller(), await people.buyer()];
      const id = await people.make.product(seller.id, { status: 'advertise', name: 'Sackbut' });
      await people.wishProduct(reader, id);
      const lists = [
        '/products?status=advertise',
        '/search?q=sackbut',
        `/sellers/${seller.id}/products`,
      ];
      for (const { ask, catalogue } of servers) {
        await catalogue.catchUp();
        // What is asked for again is cached.
        for (const as of [undefined, reader, undefined, reader, reader]) {
          for (const path of lists) expect((await ask(path, { as })).body).toContain(id);
          expect((await ask(`/products/${id}`, { as })).status).toBe(200);
        }
      }
      if (outcome === 'suspended') {
        await decide(
          { kind: 'user', id: seller.id, personId: seller.id },
          { outcome, until: null },
        );
      } else {
        await decide({ kind: 'product', id, personId: seller.id }, { outcome });
      }
      for (const { ask } of servers) {
        for (const as of [undefined, reader]) {
          for (const path of lists) expect((await ask(path, { as })).body).not.toContain(id);
          expect((await ask(`/products/${id}`, { as })).status).toBe(404);
        }
      }
    },
  );

  it('a cached answer shows the next picture instead of the hidden one', async () => {
    const seller = await people.seller();
    const [first, next] = [await addImage(shop.database), await addImage(shop.database)];
    const id = await people.make.product(seller.id, { name: 'Serpent' });
    await shop.database.sql`update products set image_id = ${first} where id = ${id}`;
    await shop.database.sql`
      insert into product_images (product_id, position, image_id) values (${id}, 1, ${next})`;
    for (const { ask, catalogue } of servers) {
      await catalogue.catchUp();
      expect((await ask(`/products/${id}`)).body).toContain(first);
    }
    await decide({ kind: 'picture', id: first, personId: seller.id }, { outcome: 'hidden' });
    for (const { ask } of servers) {
      const { body } = await ask(`/products/${id}`);
      expect(body).not.toContain(first);
      expect(body).toContain(next);
    }
  });
});

describe('the file of a hidden picture', () => {
  it('no server serves the file of a hidden picture after two seconds, even if it was just loaded, or again after a reversal', async () => {
    const id = newId(new Date());
    const stored = await imageHost.store(id, inPieces(await photo(300, 200).jpeg().toBuffer()));
    await addImage(shop.database, { ...stored, id, host: imageHost.name });
    const seller = await people.seller();
    const productId = await people.make.product(seller.id);
    await shop.database.sql`update products set image_id = ${id} where id = ${productId}`;
    const other = await createTestShop({
      database: shop.database,
      imageHost,
      callers: shop.callers,
    });
    const url = `/pictures/${id}/${stored.width}.webp`;
    const statuses = async () => [
      (await shop.app.inject({ url })).statusCode,
      (await other.app.inject({ url })).statusCode,
    ];
    expect(await statuses()).toEqual([200, 200]);
    expect(await statuses()).toEqual([200, 200]);
    const subject = { kind: 'picture', id, personId: seller.id } as const;
    await decide(subject, { outcome: 'hidden' });
    await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404]), { timeout: 10_000 });
    await transaction(shop.database, (tx) => reverseEffect(tx, subject, 'hidden', new Date()));
    await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200]), { timeout: 10_000 });
    await other.app.close();
  });
});
