import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { replyWithProblems } from '../../http/api/problem-reply.ts';
import { createDiskImages } from '../../providers/images/disk/disk-images.ts';
import { inPieces, photo } from '../../testing/pictures.ts';
import { servePictures } from './routes.ts';

const folder = await mkdtemp(join(tmpdir(), 'reprise-served-'));
const imageHost = createDiskImages({ folder });
const id = newId(new Date());
const app = Fastify();

beforeAll(async () => {
  const { widths } = await imageHost.store(id, inPieces(await photo(600, 400).jpeg().toBuffer()));
  await imageHost.makeAvif(id, widths);
  replyWithProblems(app);
  servePictures(app, { imageHost, accessTo: async () => 'public' });
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers = {}) => app.inject({ url: path, headers });

test.each(['webp', 'avif'])('%s is served as immutable', async (format) => {
  const reply = await get(`/pictures/${id}/480.${format}`);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': `image/${format}`,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    'content-length': String(reply.rawPayload.length),
  });
  const file = { width: 480, format: format === 'avif' ? 'avif' : 'webp' } as const;
  expect(reply.rawPayload.equals((await imageHost.read(id, file)) ?? Buffer.alloc(0))).toBe(true);
});

test('a HEAD request has the same headers and no body', async () => {
  const full = await get(`/pictures/${id}/600.webp`);
  const head = await app.inject({ method: 'HEAD', url: `/pictures/${id}/600.webp` });
  expect(head.statusCode).toBe(200);
  expect(head.rawPayload.length).toBe(0);
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
    expect(head.headers[name]).toBe(full.headers[name]);
  }
});

test('a conditional request gets 304, for this file only', async () => {
  const { etag } = (await get(`/pictures/${id}/480.webp`)).headers;
  const again = await get(`/pictures/${id}/480.webp`, { 'if-none-match': etag });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  expect(again.headers).toMatchObject({ etag, 'cache-control': /immutable/ });
  for (const other of [`${id}/600.webp`, `${id}/480.avif`]) {
    expect((await get(`/pictures/${other}`, { 'if-none-match': etag })).statusCode).toBe(200);
  }
  const absent = await get(`/pictures/${newId(new Date())}/480.webp`, { 'if-none-match': '*' });
  expect(absent.statusCode).toBe(404);
});

describe('other paths', () => {
  test.each([
    `${id}/481.webp`,
    `${id}/480.png`,
    `${id}/480.webp.bak`,
    `${id}/0480.webp`,
    `${id}/480`,
    `${id}/`,
    id,
    '',
    `${id.toUpperCase()}/480.webp`,
    'incoming/480.webp',
    '../../../../etc/passwd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    `${id}/..%2f..%2f${id.slice(-2)}%2f${id}%2f480.webp`,
    `${id}%2f480.webp%00.png`,
    `..%5c..%5c${id}/480.webp`,
  ])('/pictures/%s is 404', async (path) => {
    const reply = await rawGet(`/pictures/${path}`);
    expect(reply).toMatch(/^HTTP\/1\.1 404 /);
    expect(reply).not.toContain('root:');
    if (!path.startsWith('../')) {
      expect(reply).toContain('problems#not-found"');
      expect(reply).toMatch(/cache-control: no-store/i);
    }
  });
});

/** Sends the path unchanged; HTTP clients would normalise it. */
function rawGet(path: string): Promise<string> {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening');
  return new Promise((resolve, reject) => {
    const socket = connect(address.port, '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk) => {
      reply += chunk.toString();
    });
    socket.on('end', () => resolve(reply)).on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  });
}
