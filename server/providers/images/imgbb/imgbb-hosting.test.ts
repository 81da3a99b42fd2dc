import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { startFakeImgbb } from '../../../testing/fake-imgbb.ts';
import { photo } from '../../../testing/pictures.ts';
import { createPictureQueue } from '../processing/process-upload.ts';
import { createImgbbHosting } from './imgbb-hosting.ts';

const jpeg = await photo(800, 600).jpeg().toBuffer();
const service = await startFakeImgbb(misbehave);
const folder = await mkdtemp(join(tmpdir(), 'reprise-imgbb-'));
const hosting = createImgbbHosting({
  ...{ key: service.key, uploadUrl: service.uploadUrl, folder, queue: createPictureQueue() },
  pictureOrigins: [service.origin, 'https://i.ibb.co'],
  timeoutMs: 500,
});

function misbehave(app: FastifyInstance): void {
  app.get('/elsewhere', async (_request, reply) => reply.redirect('http://127.0.0.1:1/x.jpg'));
  app.get('/away', async (_request, reply) => reply.code(502).send('Bad Gateway'));
  app.get('/slow', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'image/jpeg' });
    reply.raw.write(jpeg.subarray(0, 1_000));
  });
  app.get('/endless', async (_request, reply) => {
    reply.hijack();
    const piece = Buffer.alloc(1_000_000, jpeg);
    const send = () => {
      while (!reply.raw.destroyed && reply.raw.write(piece));
    };
    reply.raw.writeHead(200).on('drain', send);
    send();
  });
}

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test('browsers are told where to upload, with the key', () => {
  expect(hosting.uploadUrl).toBe(`${service.uploadUrl}?key=${service.key}`);
});

describe('whose address it is', () => {
  test.each([
    ['https://i.ibb.co/w04Prt6/c1f64245afb2.jpg'],
    [
      'https://i.ibb.co:443/w04Prt6/c1f64245afb2.jpg#x',
      'https://i.ibb.co/w04Prt6/c1f64245afb2.jpg',
    ],
    ['HTTPS://I.IBB.CO/a/../b.jpg', 'https://i.ibb.co/b.jpg'],
  ])('%s', (address, kept = address) => {
    expect(hosting.ownUrl(address)).toBe(kept);
  });

  test.each([
    'http://i.ibb.co/w04Prt6/c1f64245afb2.jpg',
    'https://i.ibb.co.evil.example/a.jpg',
    'https://i.ibb.co@evil.example/a.jpg',
    'https://me:word@i.ibb.co/a.jpg',
    'https://evil.example/https://i.ibb.co/a.jpg',
    '//i.ibb.co/a.jpg',
    '/a.jpg',
    'javascript:alert(1)//https://i.ibb.co',
    'https://127.0.0.1/a.jpg',
    '',
  ])('not %s', (address) => {
    expect(hosting.ownUrl(address)).toBeNull();
  });
});

describe('a look at a picture', () => {
  test('tells its size and makes a placeholder, and keeps nothing of it', async () => {
    const look = await hosting.inspect(service.place('a.jpg', jpeg));
    expect(look).toMatchObject({ widths: [800], width: 800, height: 600, bytes: jpeg.length });
    expect(look.placeholder).toMatch(/^data:image\/webp;base64,.{20,400}$/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('sees the picture upright', async () => {
    const turned = await photo(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await hosting.inspect(service.place('turned.jpg', turned))).toMatchObject({
      ...{ width: 600, height: 800 },
    });
  });

  test('goes to the address alone, with no word about us', async () => {
    service.asked.length = 0;
    await hosting.inspect(service.place('b.jpg', jpeg));
    expect(service.asked.map(({ method, path }) => [method, path])).toEqual([['GET', '/b.jpg']]);
    const [{ headers } = { headers: {} }] = service.asked;
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization', 'cookie']));
  });

  const refused: [string, () => string, string][] = [
    ['nothing', () => `${service.origin}/none.jpg`, 'bad-input'],
    [
      'a page',
      () => service.place('page.jpg', Buffer.from('<html></html>'.repeat(9))),
      'wrong-content',
    ],
    [
      'a program',
      () => service.place('x.svg', Buffer.from('<svg onload="x()"/>')),
      'wrong-content',
    ],
    ['half a picture', () => service.place('half.jpg', jpeg.subarray(0, 3_000)), 'cannot-process'],
    ['an empty file', () => service.place('empty.jpg', Buffer.alloc(0)), 'bad-input'],
    ['a way to elsewhere', () => `${service.origin}/elsewhere`, 'bad-input'],
    ['what has no end', () => `${service.origin}/endless`, 'too-large'],
    ['a service that is down', () => `${service.origin}/away`, 'unavailable'],
    ['a service that stops in the middle', () => `${service.origin}/slow`, 'unavailable'],
    ['a service that is not there', () => 'http://127.0.0.1:1/a.jpg', 'unavailable'],
  ];
  test.each(refused)('at %s is refused', async (_what, address, code) => {
    await expect(hosting.inspect(address())).rejects.toMatchObject({ code });
    expect(await readdir(folder)).toEqual([]);
  });
});
