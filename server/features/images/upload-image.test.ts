import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { uploadImage } from '#contract/images/images.ts';
import { systemClock } from '../../core/clock.ts';
import { createCallers } from '../../http/api/caller.ts';
import { replyWithProblems } from '../../http/api/problem-reply.ts';
import { connectionLimits } from '../../http/security/connection-limits.ts';
import { createDiskImages } from '../../providers/images/disk/disk-images.ts';
import { hostileUploads } from '../../testing/hostile-uploads.ts';
import { photo, redAndBlue } from '../../testing/pictures.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createPictureAccess } from './picture-access.ts';
import { servePictures, serveUpload } from './routes.ts';
import { createUploadQuota } from './upload-quota.ts';

const database = await createTestDatabase();
const uploadQuota = createUploadQuota({ sql: database.sql, clock: systemClock });
const folder = await mkdtemp(join(tmpdir(), 'reprise-upload-'));
const app = Fastify(connectionLimits);
let address = '';
const callers = createCallers({
  secret: 'x'.repeat(40),
  clock: systemClock,
  findUser: async () => null,
});

beforeAll(async () => {
  const deps = {
    database,
    clock: systemClock,
    imageHost: createDiskImages({ folder }),
    origin: () => address,
    callers,
    uploadQuota,
  };
  replyWithProblems(app);
  servePictures(app, { ...deps, accessTo: createPictureAccess(database.sql) });
  await serveUpload(app, deps);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const refusalShape = z.looseObject({
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).length(1),
});

type Part = [name: string, content: Buffer | string, fileName?: string];

async function send(...parts: Part[]): Promise<Response> {
  const form = new FormData();
  for (const [name, content, fileName] of parts) {
    if (fileName === undefined) form.append(name, String(content));
    else form.append(name, new Blob([new Uint8Array(Buffer.from(content))]), fileName);
  }
  return fetch(`${address}/api/images`, { method: 'POST', body: form });
}

async function expectNoIncomingFiles(): Promise<void> {
  await expect.poll(() => readdir(join(folder, 'incoming')).catch(() => [])).toEqual([]);
}

test('a picture is stored and served at its address', async () => {
  const reply = await send(['image', await photo(1800, 1200).jpeg().toBuffer(), 'IMG_0001.jpeg']);
  expect(reply.status).toBe(200);
  const { success, data } = uploadImage.reply.parse(await reply.json());
  expect(success).toBe(true);
  expect(data).toMatchObject({ width: 1600, height: 1067 });
  expect(data.url).toBe(`${address}/pictures/${data.id}/1600.webp`);
  const shown = await fetch(data.url);
  const content = Buffer.from(await shown.arrayBuffer());
  expect([shown.status, content.length]).toEqual([200, data.size]);
  expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 1600 });
  const [row] = await database.sql`select host, width, avif from images where id = ${data.id}`;
  expect(row).toEqual({ host: 'disk', width: 1600, avif: false });
  await expectNoIncomingFiles();
});

test('a picture of exactly 10 MB is not too large', async () => {
  const jpeg = await photo(800, 600).jpeg().toBuffer();
  const padded = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length)]);
  expect((await send(['image', padded, 'large.jpg'])).status).toBe(200);
});

test('a picture with a video appended, as phones do, is accepted', async () => {
  const film = Buffer.alloc(200_000, Buffer.from([0xff, 0xda, 0, 8]));
  expect((await send(['image', Buffer.concat([jpeg, film]), 'MVIMG_1.jpg'])).status).toBe(200);
});

test('bytes after the end of a picture are not stored', async () => {
  const jpeg = await photo(300, 200).jpeg().toBuffer();
  const script = '<script>alert(1)</script>';
  const reply = await send(['image', Buffer.concat([jpeg, Buffer.from(script)]), 'x.html']);
  const { data } = uploadImage.reply.parse(await reply.json());
  const content = Buffer.from(await (await fetch(data.url)).arrayBuffer());
  expect(content.includes('script')).toBe(false);
});

const jpeg = await photo(1200, 900).jpeg().toBuffer();
const hostile = await hostileUploads();

describe('hostile uploads', () => {
  test.each(hostile)('$what is refused with a reason', async ({ content, fileName, status }) => {
    const memory = watchMemory();
    const reply = await send(['image', content, fileName]);
    const refusal = refusalShape.parse(await reply.json());
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toMatch('application/problem+json');
    expect(refusal).toMatchObject({ success: false, status, errors: [{ field: 'image' }] });
    expect(refusal.detail).toBe(refusal.errors[0]?.message);
    expect(refusal.detail).not.toMatch(/vips|sharp|\/|Error/i);
    expect(memory.growthBytes()).toBeLessThan(100_000_000);
    await expectNoIncomingFiles();
  });
});

describe('invalid forms', () => {
  const good: Part = ['image', jpeg, 'a.jpg'];
  const wrong: [string, Part[], string][] = [
    ['without the field', [], 'missing'],
    ['with another field', [['picture', jpeg, 'a.jpg']], 'only have the field image'],
    ['with the field as text', [['image', 'data:image/png;base64,AAAA']], 'must be a file'],
    ['with two pictures', [good, good], 'one picture at a time'],
    ['with ten pictures', Array.from({ length: 10 }, () => good), 'one picture at a time'],
    ['with a field after the picture', [good, ['album', 'summer']], 'only have the field image'],
    ['with a field named __proto__', [['__proto__', jpeg, 'a.jpg']], 'damaged'],
  ];
  test.each(wrong)('%s', async (_what, parts, detail) => {
    const reply = await send(...parts);
    expect(reply.status).toBe(400);
    const refusal = refusalShape.parse(await reply.json());
    expect(refusal).toMatchObject({ success: false, errors: [{ field: 'image' }] });
    expect(refusal.detail).toContain(detail);
    await expectNoIncomingFiles();
  });

  test.each([
    ['application/json', '{"image":'],
    ['image/jpeg', new Uint8Array(jpeg)],
    ['text/plain', 'hello'],
  ])('%s instead of a form', async (type, body) => {
    const headers = { 'content-type': type };
    const reply = await fetch(`${address}/api/images`, { method: 'POST', headers, body });
    expect(reply.status).toBe(415);
    expect(await reply.json()).toMatchObject({ success: false, errors: [{ field: 'image' }] });
  });

  test.each([
    ['a form without a boundary', 'multipart/form-data'],
    ['a form that never closes', 'multipart/form-data; boundary=b'],
  ])('%s', async (_what, type) => {
    const reply = await fetch(`${address}/api/images`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc',
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ success: false, errors: [{ field: 'image' }] });
    await expectNoIncomingFiles();
  });
});

test('a client that disconnects leaves no files', async () => {
  const before = await database.sql`select count(*) from images`;
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/images HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n` +
      'content-type: multipart/form-data; boundary=b\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n',
  );
  socket.write(jpeg.subarray(0, 60_000));
  await expect.poll(() => readdir(join(folder, 'incoming'))).not.toEqual([]);
  socket.destroy();
  await expectNoIncomingFiles();
  expect(await database.sql`select count(*) from images`).toEqual(before);
});

test('a client that keeps sending is disconnected', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  // Closing a connection on which data still arrives resets it, and the response may be lost.
  socket.on('error', () => undefined).resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    'POST /api/images HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: text/plain\r\n\r\n',
  );
  const piece = Buffer.concat([
    Buffer.from('100000\r\n'),
    Buffer.alloc(0x100000),
    Buffer.from('\r\n'),
  ]);
  const sending = setInterval(() => socket.write(piece), 5);
  await closed;
  clearInterval(sending);
});

test('the route has a rate limit', async () => {
  const rates: unknown[] = [];
  const limited = Fastify();
  limited.addHook('onRoute', ({ url, config }) => {
    rates.push([url, config?.rateLimit]);
  });
  const imageHost = createDiskImages({ folder });
  await serveUpload(limited, {
    database,
    clock: systemClock,
    imageHost,
    callers,
    uploadQuota,
    origin: () => address,
  });
  expect(rates).toEqual([['/api/images', { max: 20, timeWindow: '1 minute' }]]);
});

test('several large uploads at once succeed in bounded memory', async () => {
  const large = await (await redAndBlue(5_000, 4_000)).jpeg({ progressive: true }).toBuffer();
  const memory = watchMemory();
  const uploads = Array.from({ length: 4 }, () => send(['image', large, 'large.jpg']));
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(4).fill(200));
  expect(memory.growthBytes()).toBeLessThan(300_000_000);
});

/** Measures by how much the resident memory of this process grows at its peak, native memory included. */
function watchMemory(): { growthBytes(): number } {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 5);
  return {
    growthBytes() {
      clearInterval(timer);
      sample();
      return peak - before;
    },
  };
}
