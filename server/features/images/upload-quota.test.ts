import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { addImage, addProduct } from '../../testing/builders.ts';
import { outcome } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { createUploadQuota } from './upload-quota.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.close());

let now = Date.now();
const clock = { now: () => new Date(now) };

/** Uploads a picture of 100 kB. */
async function upload(quota: ReturnType<typeof createUploadQuota>, place: string) {
  await quota.require(place);
  const id = await addImage(database, { bytes: 100_000 });
  quota.record(place, { id, bytes: 100_000 });
  return id;
}

describe('uploads without an account', () => {
  it('unused uploads without an account have a limit for each place', async () => {
    const quota = createUploadQuota({ sql, clock }, { perPlace: 250_000, perShop: 1e12 });
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push(await upload(quota, '192.0.2.1'));
    expect(await outcome(upload(quota, '192.0.2.1'))).toBe('too-many-requests');
    expect(await outcome(upload(quota, '192.0.2.2'))).toBe('done');
    await addProduct(database, { imageId: ids[0] ?? '' });
    expect(await outcome(upload(quota, '192.0.2.1'))).toBe('done');
    expect(await outcome(upload(quota, '192.0.2.1'))).toBe('too-many-requests');
    // Removed by the job, a day later.
    await sql`delete from images where id = ${ids[1] ?? ''}`;
    expect(await outcome(upload(quota, '192.0.2.1'))).toBe('done');
  });

  it('unused uploads without an account have a limit for the whole shop, from any place', async () => {
    await sql`update images set created_at = created_at - interval '2 days'`;
    const quota = createUploadQuota({ sql, clock }, { perPlace: 1e12, perShop: 250_000 });
    for (let count = 0; count < 3; count += 1) await upload(quota, `192.0.2.${count}`);
    now += 10_001;
    expect(await outcome(upload(quota, '192.0.2.9'))).toBe('too-many-requests');
    await sql`
      update images set created_at = created_at - interval '2 days'
      where id = (select id from images order by created_at desc limit 1)`;
    now += 10_001;
    expect(await outcome(upload(quota, '192.0.2.9'))).toBe('done');
  });

  it('uploads over the limit are refused with a time, before anything is stored', async () => {
    const shop = await createTestShop({
      clock: systemClock,
      uploadCeilings: { perPlace: 1, perShop: 1e12 },
    });
    const send = async () => {
      const body = new FormData();
      const content = await photo(300, 200).jpeg().toBuffer();
      body.append('image', new Blob([new Uint8Array(content)]), 'a.jpg');
      const { headers, body: payload } = new Response(body);
      const bytes = Buffer.from(await new Response(payload).arrayBuffer());
      const type = headers.get('content-type') ?? '';
      return shop.app.inject({
        method: 'POST',
        url: '/api/images',
        headers: { 'content-type': type },
        payload: bytes,
      });
    };
    expect((await send()).statusCode).toBe(200);
    const refused = await send();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect(await shop.database.sql`select from images`).toHaveLength(1);
    await shop.close();
  });
});
