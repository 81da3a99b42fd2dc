import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../core/ids.ts';
import { testImageHost } from '../../../testing/image-host-test.ts';
import { startLocalS3 } from '../../../testing/local-s3.ts';
import { inPieces, photo } from '../../../testing/pictures.ts';
import { createPictureQueue } from '../processing/process-upload.ts';
import { createS3Images } from './s3-images.ts';

const queue = createPictureQueue();
const stores: Awaited<ReturnType<typeof startLocalS3>>[] = [];
const folder = await mkdtemp(join(tmpdir(), 'reprise-s3-incoming-'));

async function startStore() {
  const store = await startLocalS3();
  stores.push(store);
  return store;
}

afterAll(async () => {
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true });
});

describe('the port', () => {
  testImageHost(async () => {
    const { bucket } = await startStore();
    return createS3Images({ bucket, publicUrl: undefined, folder, queue });
  });
});

describe('a bucket', () => {
  const id = newId(new Date());
  const picture = photo(600, 400).jpeg();
  let store: Awaited<ReturnType<typeof startStore>>;
  let client: S3Client;
  beforeEach(async () => {
    store = await startStore();
    const { endpoint, region, accessKeyId, secretAccessKey } = store.bucket;
    client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  });
  afterEach(() => client.destroy());

  const open = (
    more: { publicUrl?: string; attempts?: number; timeoutMs?: number; listSize?: number } = {},
  ) => {
    const { publicUrl, ...bucket } = more;
    return createS3Images({ bucket: { ...store.bucket, ...bucket }, publicUrl, folder, queue });
  };
  const put = async () => inPieces(await picture.toBuffer());
  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'pictures' }));
    return Contents.map(({ Key }) => Key);
  };

  test('a picture has the same path as on disk, and nothing is left on this machine', async () => {
    const host = await open();
    const { widths } = await host.store(id, await put());
    await host.makeAvif(id, widths);
    const place = `${id.slice(-2)}/${id}`;
    expect(await keys()).toEqual(
      ['480.avif', '480.webp', '600.avif', '600.webp'].map((name) => `${place}/${name}`),
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('objects have a content type and immutable caching', async () => {
    const host = await open();
    const { widths } = await host.store(id, await put());
    await host.makeAvif(id, widths);
    for (const format of ['webp', 'avif']) {
      const Key = `${id.slice(-2)}/${id}/480.${format}`;
      const object = await client.send(new GetObjectCommand({ Bucket: 'pictures', Key }));
      await object.Body?.transformToByteArray();
      expect([object.ContentType, object.CacheControl]).toEqual([
        `image/${format}`,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  test('browsers read from the public URL if there is one, else from this server', async () => {
    expect((await open()).baseUrl(id)).toBe(`/pictures/${id}`);
    const publicUrl = 'https://pictures.example/shop';
    expect((await open({ publicUrl })).baseUrl(id)).toBe(`${publicUrl}/${id.slice(-2)}/${id}`);
  });

  test('a failed upload leaves nothing in the store, and the sender may retry', async () => {
    const host = await open({ attempts: 1 });
    store.injectFault((request, response) => {
      const fails = request.method === 'PUT' && (request.url ?? '').includes('600.webp');
      if (fails) response.writeHead(507).end();
      return fails;
    });
    await expect(host.store(id, await put())).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 10,
    });
    expect(await keys()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a lost response is retried', async () => {
    const host = await open();
    let isFirst = true;
    store.injectFault((request, response) => {
      const fails = isFirst && request.method === 'PUT';
      if (fails) response.destroy();
      isFirst = false;
      return fails;
    });
    await host.store(id, await put());
    expect(await keys()).toHaveLength(2);
  });

  test('a store that never responds times out', async () => {
    const host = await open({ attempts: 1, timeoutMs: 200 });
    store.injectFault(() => true);
    await expect(host.store(id, await put())).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a failure is not reported as a missing picture', async () => {
    const host = await open({ attempts: 1 });
    await host.store(id, await put());
    store.injectFault((_request, response) => {
      response.writeHead(403).end();
      return true;
    });
    await expect(host.read(id, { width: 480, format: 'webp' })).rejects.toThrow();
    await expect(host.remove(id)).rejects.toThrow();
  });

  test('the sweep leaves other objects alone, also with many pages of the listing', async () => {
    const host = await open({ listSize: 3 });
    const foreign = ['backup.sql', 'ab/readme.txt', `ff/${id}/480.webp.bak`];
    for (const Key of foreign) {
      await client.send(new PutObjectCommand({ Bucket: 'pictures', Key, Body: 'x' }));
    }
    const ids = Array.from({ length: 5 }, () => newId(new Date()));
    for (const each of ids) await host.store(each, await put());
    const [known] = ids;
    const findKnown = async (asked: string[]) => new Set(asked.filter((each) => each === known));
    expect(await host.sweep(new Date(Date.now() + 60_000), findKnown)).toBe(4);
    expect((await keys()).sort()).toEqual(
      [
        ...foreign,
        ...['480.webp', '600.webp'].map((n) => `${known?.slice(-2)}/${known}/${n}`),
      ].sort(),
    );
  });
});

test('an invalid id never becomes a key', async () => {
  const { bucket } = await startStore();
  const host = await createS3Images({ bucket, publicUrl: undefined, folder, queue });
  expect(await host.read('../../secret', { width: 480, format: 'webp' })).toBeNull();
  await expect(host.remove('')).rejects.toThrow('not the id');
  await expect(host.store('..', inPieces(Buffer.from('x')))).rejects.toThrow('not the id');
});
