import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { createDiskImages } from '../../providers/images/disk/disk-images.ts';
import { createImgbbHosting } from '../../providers/images/imgbb/imgbb-hosting.ts';
import { createPictureQueue } from '../../providers/images/processing/process-upload.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addImage } from '../../testing/builders.ts';
import { startFakeImgbb } from '../../testing/fake-imgbb.ts';
import { createPeople } from '../../testing/people.ts';
import { inPieces, photo } from '../../testing/pictures.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const folder = await mkdtemp(join(tmpdir(), 'reprise-evidence-'));
const imageHost = createDiskImages({ folder });
const service = await startFakeImgbb();
const hosting = createImgbbHosting({
  ...service,
  folder,
  pictureOrigins: [service.origin],
  queue: createPictureQueue(),
});
let now = new Date();
const shop = await createTestShop({ imageHost, hosting, clock: { now: () => now } });
const who = createPeople(shop.database);
const ask = apiClient(() => shop);
afterAll(async () => {
  await shop.close();
  await service.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  now = new Date();
});

/** A picture that was just uploaded. */
async function upload() {
  const id = newId(new Date());
  const stored = await imageHost.store(id, inPieces(await photo(300, 200).jpeg().toBuffer()));
  await addImage(shop.database, { ...stored, id, host: imageHost.name });
  return { id, path: `/pictures/${id}/${stored.width}.webp` };
}

const load = async (address: string) => shop.app.inject(address.replace('https://shop.test', ''));

/** A dispute about a sale; both sides have sent a picture. */
async function dispute(pictures = { ofBuyer: '', ofSeller: '' }) {
  const seller = await who.seller();
  const { buyer, bookingId, productId } = await who.sell(seller);
  const sent = {
    buyer: pictures.ofBuyer || `https://shop.test${(await upload()).path}`,
    seller: pictures.ofSeller || `https://shop.test${(await upload()).path}`,
  };
  await shop.database.sql`
    update fulfilments set state = 'sent', sent_at = now(), carrier = 'Post'
    where booking_id = ${bookingId}`;
  const opened = await ask(buyer, `/bookings/${bookingId}/dispute`, {
    method: 'POST',
    payload: { reason: 'It never came', images: [sent.buyer] },
  });
  expect(opened.status).toBeLessThan(300);
  const said = await ask(seller, `/bookings/${bookingId}/dispute/statements`, {
    method: 'POST',
    payload: { text: 'The receipt', images: [sent.seller] },
  });
  expect(said.status).toBeLessThan(300);
  return { buyer, seller, bookingId, productId, sent };
}

interface Shown {
  images: string[];
  statements: { images: string[] }[];
}

/** The addresses of the pictures in a dispute, as a user gets them. */
async function shownTo(user: KnownUser, bookingId: string) {
  const { body } = await ask<Shown>(user, `/bookings/${bookingId}/dispute`);
  return [...body.images, ...body.statements.flatMap(({ images }) => images)];
}

describe('the pictures of a parcel', () => {
  it('pictures of the parcel stay with the sale, where both sides and a dispute show them and no one else', async () => {
    const seller = await who.seller();
    const { buyer, bookingId } = await who.sell(seller);
    const send = async (payload: object) =>
      (await ask(seller, `/bookings/${bookingId}/sent`, { method: 'POST', payload })).status;
    const [first, second] = [await upload(), await upload()];
    const at = ({ path }: { path: string }) => `https://shop.test${path}`;
    expect(await send({ carrier: 'Post', images: [at(first)] })).toBe(200);
    // A correction of the number leaves them, other pictures replace them.
    expect(await send({ carrier: 'Post', tracking: '1' })).toBe(200);
    const parcelOf = async (user: KnownUser) =>
      (await ask<{ fulfilment?: { parcelImages?: string[] } }>(user, `/bookings/${bookingId}`)).body
        .fulfilment?.parcelImages ?? [];
    expect(await parcelOf(buyer)).toHaveLength(1);
    expect(await send({ carrier: 'Post', tracking: '1', images: [at(second)] })).toBe(200);
    for (const user of [buyer, seller]) {
      const [address = '', ...further] = await parcelOf(user);
      expect(further).toEqual([]);
      expect((await load(address)).statusCode).toBe(200);
      expect(address).not.toContain(second.id);
    }
    expect((await load(at(second))).statusCode).toBe(404);
    await ask(buyer, `/bookings/${bookingId}/dispute`, {
      method: 'POST',
      payload: { reason: 'It never came' },
    });
    const { body } = await ask<{ parcel?: { images?: string[] } }>(
      await who.admin(),
      `/bookings/${bookingId}/dispute`,
    );
    expect(body.parcel?.images).toHaveLength(1);
    expect(await send({ carrier: 'Post', images: ['https://elsewhere.test/1.webp'] })).toBe(400);
  });
});

describe('a picture of a dispute', () => {
  it('a picture of a dispute cannot be loaded by the address of its upload', async () => {
    const { sent } = await dispute();
    for (const address of Object.values(sent)) {
      const reply = await load(address);
      expect(reply.statusCode).toBe(404);
      expect((await load(address.replace('300.webp', '300.avif'))).statusCode).toBe(404);
    }
  });

  it('both sides and admins see a picture of a dispute by addresses that expire within an hour', async () => {
    const { buyer, seller, bookingId, sent } = await dispute();
    for (const user of [buyer, seller, await who.admin()]) {
      const addresses = await shownTo(user, bookingId);
      expect(addresses).toHaveLength(2);
      for (const address of addresses) {
        expect((await load(address)).headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'private, max-age=1800',
        });
        // It tells nothing from which another address could be made.
        expect(address).not.toContain(idIn(sent.buyer));
        expect(address).not.toContain(idIn(sent.seller));
      }
    }
    const [address = ''] = await shownTo(buyer, bookingId);
    now = new Date(now.getTime() + 3_600_001);
    expect((await load(address)).statusCode).toBe(404);
    expect((await load((await shownTo(buyer, bookingId))[0] ?? '')).statusCode).toBe(200);
  });

  it('a picture of a dispute has the same address for a while, so that a page does not reload it', async () => {
    const { buyer, bookingId } = await dispute();
    now = new Date(Math.ceil(now.getTime() / 1_800_000) * 1_800_000);
    const first = await shownTo(buyer, bookingId);
    now = new Date(now.getTime() + 1_700_000);
    expect(await shownTo(buyer, bookingId)).toEqual(first);
  });

  it('a picture of a dispute has no other address in the export of a person', async () => {
    const { buyer, bookingId, sent } = await dispute();
    await who.decideDispute(await who.admin(), bookingId, {});
    const { body } = await ask<{ disputes: Shown[] }>(buyer, `/users/${buyer.id}/export`);
    const [address = ''] = body.disputes[0]?.images ?? [];
    expect((await load(address)).statusCode).toBe(200);
    expect(JSON.stringify(body)).not.toContain(idIn(sent.buyer));
    expect(JSON.stringify(body)).not.toContain(idIn(sent.seller));
  });

  it('a picture of a dispute stays public when a listing uses it too', async () => {
    const { id, path } = await upload();
    const { seller } = await dispute({ ofBuyer: '', ofSeller: `https://shop.test${path}` });
    expect((await load(path)).statusCode).toBe(404);
    await who.make.product(seller.id, { imageId: id });
    expect((await load(path)).statusCode).toBe(200);
  });

  it('a picture at a hosting service is passed on without its address', async () => {
    const jpeg = await photo(320, 240).jpeg().toBuffer();
    const ofBuyer = service.addPicture('proof.jpg', jpeg);
    const { seller, bookingId } = await dispute({ ofBuyer, ofSeller: '' });
    const [address = ''] = await shownTo(seller, bookingId);
    expect(address).not.toContain(service.origin);
    const reply = await load(address);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(reply.rawPayload.equals(jpeg)).toBe(true);
  });
});

describe('a picture of a return', () => {
  it('only both sides see a picture of a return, like one of a dispute', async () => {
    const seller = await who.seller();
    const { buyer, bookingId } = await who.sell(seller);
    await ask(buyer, `/bookings/${bookingId}/received`, { method: 'POST', payload: {} });
    const { path } = await upload();
    const asked = await ask(buyer, `/bookings/${bookingId}/return`, {
      method: 'POST',
      payload: { reason: 'A crack', images: [`https://shop.test${path}`] },
    });
    expect(asked.status).toBeLessThan(300);
    expect((await load(path)).statusCode).toBe(404);
    const { body } = await ask<{ return: { images: string[] } }>(seller, `/bookings/${bookingId}`);
    expect((await load(body.return.images[0] ?? '')).statusCode).toBe(200);
  });
});

describe('an address of a picture of a dispute', () => {
  it('the address of a picture of a dispute cannot be made up', async () => {
    const { buyer, bookingId } = await dispute();
    const [address = ''] = await shownTo(buyer, bookingId);
    const token = address.split('/').at(-1) ?? '';
    const changed = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const other of [changed, '', 'a', 'A'.repeat(120), token.slice(0, 20)]) {
      expect((await load(`/pictures/evidence/${other}`)).statusCode).toBe(404);
    }
  });
});

describe('an unused picture', () => {
  it('an unused picture can be loaded by its uploader, and no shared cache stores it', async () => {
    const reply = await load((await upload()).path);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('private, max-age=60');
  });
});

const idIn = (address: string) => address.split('/').at(-2) ?? '';
