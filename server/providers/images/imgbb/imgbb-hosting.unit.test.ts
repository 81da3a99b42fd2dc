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
const options = {
  key: service.key,
  uploadUrl: service.uploadUrl,
  folder,
  queue: createPictureQueue(),
  pictureOrigins: [service.origin, 'https://i.ibb.co'],
};
const hosting = createImgbbHosting(options);
const withShortTimeout = createImgbbHosting({ ...options, timeoutMs: 500 });

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

test('the upload URL contains the key', () => {
  expect(hosting.uploadUrl).toBe(`${service.uploadUrl}?key=${service.key}`);
});

describe('the URLs of the service', () => {
  test('the URLs of the service are its pictures, normalised', () => {
    for (const [address, normalized = address] of [
      ['https://i.ibb.co/w04Prt6/c1f64245afb2.jpg'],
      ['https://i.ibb.co:443/w04Prt6/a.jpg#x', 'https://i.ibb.co/w04Prt6/a.jpg'],
      ['HTTPS://I.IBB.CO/a/../b.jpg', 'https://i.ibb.co/b.jpg'],
    ] as [string, string?][]) {
      expect(hosting.ownUrl(address)).toBe(normalized);
    }
  });

  test('URLs of other hosts, protocols and accounts do not belong to the service', () => {
    for (const address of [
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
    ]) {
      expect(hosting.ownUrl(address), address).toBeNull();
    }
  });
});

describe('inspecting a picture', () => {
  test('an inspection returns the size and a placeholder, and stores nothing', async () => {
    const picture = await hosting.inspect(service.addPicture('a.jpg', jpeg));
    expect(picture).toMatchObject({ widths: [800], width: 800, height: 600, bytes: jpeg.length });
    expect(picture.placeholder).toMatch(/^data:image\/webp;base64,.{20,400}$/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('an inspection applies the orientation', async () => {
    const turned = await photo(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await hosting.inspect(service.addPicture('turned.jpg', turned))).toMatchObject({
      width: 600,
      height: 800,
    });
  });

  test('an inspection sends one request, without credentials', async () => {
    service.requests.length = 0;
    await hosting.inspect(service.addPicture('b.jpg', jpeg));
    expect(service.requests.map(({ method, path }) => [method, path])).toEqual([['GET', '/b.jpg']]);
    const [{ headers } = { headers: {} }] = service.requests;
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization', 'cookie']));
  });

  const refused: [string, () => string, string][] = [
    ['a missing picture', () => `${service.origin}/none.jpg`, 'bad-input'],
    [
      'a web page',
      () => service.addPicture('page.jpg', Buffer.from('<html></html>'.repeat(9))),
      'wrong-content',
    ],
    [
      'an SVG',
      () => service.addPicture('x.svg', Buffer.from('<svg onload="x()"/>')),
      'wrong-content',
    ],
    [
      'half a picture',
      () => service.addPicture('half.jpg', jpeg.subarray(0, 3_000)),
      'cannot-process',
    ],
    ['an empty file', () => service.addPicture('empty.jpg', Buffer.alloc(0)), 'bad-input'],
    ['a redirect', () => `${service.origin}/elsewhere`, 'bad-input'],
    ['an endless response', () => `${service.origin}/endless`, 'too-large'],
    ['a service that is down', () => `${service.origin}/away`, 'unavailable'],
    ['a service that hangs', () => `${service.origin}/slow`, 'unavailable'],
    ['a service that cannot be reached', () => 'http://127.0.0.1:1/a.jpg', 'unavailable'],
  ];
  test.each(refused)('an inspection refuses %s', async (_what, address, code) => {
    const url = address();
    const { inspect } = url.endsWith('/slow') ? withShortTimeout : hosting;
    await expect(inspect(url)).rejects.toMatchObject({ code });
    expect(await readdir(folder)).toEqual([]);
  });
});
