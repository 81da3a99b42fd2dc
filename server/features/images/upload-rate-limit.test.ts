import { afterAll, expect, test } from 'vitest';
import { uploadImage } from '#contract/images/images.ts';
import { photo } from '../../testing/pictures.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop({ rateLimits: true });
afterAll(shop.close);

const jpeg = await photo(64, 48).jpeg().toBuffer();

async function upload() {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(jpeg)]), 'a.jpg');
  const body = new Response(form);
  return shop.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}

test('a guest may upload twenty pictures a minute, and can open them', async () => {
  const replies = [];
  for (let count = 0; count < 20; count += 1) replies.push(await upload());
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  const { data } = uploadImage.reply.parse(replies[0]?.json());
  expect(data.url).toMatch(/^https:\/\/shop\.test\/pictures\//);
  const shown = await shop.app.inject(new URL(data.url).pathname);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'");

  const refused = await upload();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({ success: false, status: 429 });
});
