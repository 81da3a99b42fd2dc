import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveStaticFiles } from './static-files.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-static-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/page-abc.js'), 'play()');
  await writeFile(join(folder, 'assets/page-abc.js.br'), brotliCompressSync('play()'));
  await writeFile(join(folder, 'index.html'), 'the template');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  app = Fastify();
  await serveStaticFiles(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, encoding = '') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

it('a file with a hash in its name may be cached forever, each encoding separately', async () => {
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['', undefined],
  ] as const) {
    const { headers } = await get('/assets/page-abc.js', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers.vary).toBe('accept-encoding');
  }
});

it('a file without a hash may be cached for an hour', async () => {
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
});

it('the template and the compressed variants are not served as files', async () => {
  expect((await get('/index.html')).statusCode).toBe(404);
  expect((await get('/assets/page-abc.js.br')).json().message).toContain('no such file');
});
