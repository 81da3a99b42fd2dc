import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clip } from '#contract/clips/clips.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { createDiskClips } from '../../providers/images/disk/disk-clips.ts';
import { apiClient } from '../../testing/api-client.ts';
import { clipUploader, formWith } from '../../testing/clip-uploads.ts';
import { sampleClip } from '../../testing/clips/sample-clip.ts';
import { createModerating } from '../../testing/moderating.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { eraseOldReports } from '../moderation/erase-cases.ts';
import type { KnownUser } from '../users/find-user.ts';
import { removeStrayClipFiles, removeUnreferencedClips } from './remove-clips.ts';

const folder = await mkdtemp(join(tmpdir(), 'reprise-clips-'));
const clipStore = createDiskClips(join(folder, 'clips'));
let now = new Date();
const clipCeilings = { clipsPerPerson: 4, bytesPerPerson: 100_000, unusedBytes: 1_000_000 };
const shop = await createTestShop({
  clipStore,
  clipCeilings,
  clock: { now: () => now },
});
const { sql } = shop.database;
const who = createPeople(shop.database);
const ask = apiClient(() => shop);
const upload = clipUploader(() => shop);
const moderating = createModerating(
  () => shop,
  () => who,
);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  now = new Date();
});

const load = (address: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url: address.replace('https://shop.test', ''), headers });

const filesLeft = async () =>
  (await readdir(join(folder, 'clips'), { recursive: true })).filter((name) =>
    /[0-9a-f-]{36}$/.test(name),
  );

const sounds = 'A slow C major chord';

async function listing(seller: KnownUser, clip: Clip) {
  const productId = await who.make.product(seller.id);
  const changed = await ask(seller, `/products/${productId}`, {
    method: 'PATCH',
    payload: { clips: [{ url: clip.url, transcript: sounds }] },
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return productId;
}

const clipsOf = async (user: KnownUser, productId: string) =>
  (await ask<SingleProduct>(user, `/products/${productId}`)).body.clips ?? [];

describe('an upload', () => {
  it('a clip is described and can be played by its sender before it is used', async () => {
    const seller = await who.seller();
    const { acknowledged, insertedId, clip } = await upload(seller, 'a.mov');
    expect(acknowledged).toBe(true);
    expect(clip).toEqual({
      url: `https://shop.test/clips/${insertedId}.mp4`,
      kind: 'video',
      type: 'video/mp4',
      seconds: 1,
      bytes: expect.any(Number),
      width: 96,
      height: 64,
    });
    expect((await load(clip.url)).headers['cache-control']).toBe('no-store');
    expect(await readdir(join(folder, 'clips', 'incoming'))).toEqual([]);
  });

  it('a name and a type that lie about the content change nothing', async () => {
    const seller = await who.seller();
    const form = formWith('clip', await sampleClip('a.wav'), '../../evil.html');
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/clips',
      payload: form.payload,
      headers: { ...form.headers, ...(await shop.as(seller)) },
    });
    expect(reply.json()).toMatchObject({ clip: { kind: 'sound', type: 'audio/wav' } });
  });

  it.each([
    ['clip', Buffer.from('<html>'), 415, 'Send a clip as'],
    ['image', Buffer.from('x'), 400, 'only have the field clip'],
  ])('a refused form with %s names the field', async (field, content, status, detail) => {
    const form = formWith(field, content);
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/clips',
      payload: form.payload,
      headers: { ...form.headers, ...(await shop.as(await who.seller())) },
    });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({
      acknowledged: false,
      insertedId: null,
      errors: [{ field: 'clip', message: expect.stringContaining(detail) }],
    });
  });

  it('a guest cannot upload clips', async () => {
    const form = formWith('clip', await sampleClip('a.mp3'));
    const reply = await shop.app.inject({ method: 'POST', url: '/api/clips', ...form });
    expect(reply.statusCode).toBe(401);
  });

  it('a person can upload so many clips within a day, also several at once', async () => {
    const seller = await who.seller();
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => upload(seller)));
    const refused = tries.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(String((refused[0] as PromiseRejectedResult).reason)).toContain('very many clips today');
    now = new Date(now.getTime() + 25 * 3_600_000);
    await upload(seller);
  });
});

describe('a clip of a listing', () => {
  it('everyone can play it, by ranges, as what it is and nothing else', async () => {
    const seller = await who.seller();
    const { clip } = await upload(seller);
    const productId = await listing(seller, clip);
    expect(await clipsOf(await who.buyer(), productId)).toEqual([{ ...clip, transcript: sounds }]);
    const whole = await load(clip.url);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=60',
      'content-length': String(clip.bytes),
      'content-security-policy':
        "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'none'",
      'content-type': 'audio/mpeg',
      'x-content-type-options': 'nosniff',
    });
    const part = await load(clip.url, { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${clip.bytes}`);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200));
    const beyond = await load(clip.url, { range: 'bytes=999999-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([
      416,
      `bytes */${clip.bytes}`,
    ]);
    const tag = String(whole.headers.etag);
    expect((await load(clip.url, { 'if-none-match': tag })).statusCode).toBe(304);
    expect((await load(clip.url, { range: 'bytes=0-9', 'if-range': '"old"' })).statusCode).toBe(
      200,
    );
    const head = await shop.app.inject({ method: 'HEAD', url: new URL(clip.url).pathname });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(clip.bytes),
      '',
    ]);
  });

  it('it ends with the listing, and its file is removed a month later', async () => {
    const seller = await who.seller();
    const { clip } = await upload(seller);
    const productId = await listing(seller, clip);
    await ask(seller, `/products/${productId}`, { method: 'DELETE' });
    expect((await load(clip.url)).statusCode).toBe(404);
    const before = (await filesLeft()).length;
    await removeUnreferencedClips(
      shop.database,
      clipStore,
      new Date(now.getTime() + 31 * 86_400_000),
    );
    expect((await filesLeft()).length).toBeLessThan(before);
    expect(await sql`select from clip_uses where subject_id = ${productId}`).toHaveLength(0);
  });

  it('it cannot be played while a decision hides the listing', async () => {
    const seller = await who.seller();
    const { clip } = await upload(seller);
    const productId = await listing(seller, clip);
    await sql`update products set hidden_for = 'hidden', withdrawn_at = now() where id = ${productId}`;
    expect((await load(clip.url)).statusCode).toBe(404);
  });

  it('an empty list removes the clips, and what is not sent stays', async () => {
    const seller = await who.seller();
    const { clip } = await upload(seller);
    const productId = await listing(seller, clip);
    const patch = (payload: object) =>
      ask<{ modifiedCount: number }>(seller, `/products/${productId}`, {
        method: 'PATCH',
        payload,
      });
    const same = { clips: [{ url: clip.url, transcript: sounds }] };
    expect((await patch(same)).body.modifiedCount).toBe(0);
    await patch({ location: 'Utrecht' });
    expect(await clipsOf(seller, productId)).toHaveLength(1);
    expect((await patch({ clips: [] })).body.modifiedCount).toBe(1);
    expect(await clipsOf(seller, productId)).toEqual([]);
  });

  it.each<[string, (own: Clip, other: Clip) => unknown, string]>([
    ['of another user', (_own, other) => [{ url: other.url, transcript: sounds }], 'clips.0.url'],
    [
      'of another shop',
      () => [{ url: 'https://evil.test/a.mp3', transcript: sounds }],
      'clips.0.url',
    ],
    ['without a transcript', (own) => [{ url: own.url }], 'clips.0.transcript'],
    ['three times', (own) => Array(3).fill({ url: own.url, transcript: sounds }), 'clips'],
    ['as an address alone', (own) => [own.url], 'clips.0'],
  ])('a clip %s is refused, naming the field', async (_title, sent, field) => {
    const seller = await who.seller();
    const [own, other] = [await upload(seller), await upload(await who.seller())];
    const productId = await who.make.product(seller.id);
    const { status, body } = await ask<{ errors: { field: string }[] }>(
      seller,
      `/products/${productId}`,
      { method: 'PATCH', payload: { clips: sent(own.clip, other.clip) } },
    );
    expect([status, body.errors[0]?.field]).toEqual([400, field]);
  });
});

describe('a clip of a dispute', () => {
  it('only the two sides and admins can play it, by addresses that end within an hour', async () => {
    const seller = await who.seller();
    const { buyer, bookingId } = await who.sell(seller);
    await sql`
      update fulfilments set state = 'sent', sent_at = now(), carrier = 'Post'
      where booking_id = ${bookingId}`;
    const sent = await upload(buyer, 'a.mp4');
    const opened = await ask(buyer, `/bookings/${bookingId}/dispute`, {
      method: 'POST',
      payload: { reason: 'It never came', clips: [{ url: sent.clip.url }] },
    });
    expect(opened.status, JSON.stringify(opened.body)).toBe(201);
    expect((await load(sent.clip.url)).statusCode).toBe(404);
    for (const user of [buyer, seller, await who.admin()]) {
      const { body } = await ask<{ clips: Clip[] }>(user, `/bookings/${bookingId}/dispute`);
      const [clip] = body.clips;
      expect(clip?.url).not.toContain(sent.insertedId);
      const played = await load(clip?.url ?? '', { range: 'bytes=0-99' });
      expect([played.statusCode, played.headers['cache-control']]).toEqual([
        206,
        'private, max-age=1800',
      ]);
      now = new Date(now.getTime() + 3_600_001);
      expect((await load(clip?.url ?? '')).statusCode).toBe(404);
    }
  });
});

describe('a clip of a message', () => {
  it('it goes with its author, whose other clips go too', async () => {
    const seller = await who.seller();
    const productId = await who.make.product(seller.id);
    const buyer = await who.buyer();
    const started = await ask<{ insertedId: string }>(buyer, '/threads', {
      method: 'POST',
      payload: { productId, text: 'How does it sound?' },
    });
    const { clip } = await upload(seller, 'opus.ogg');
    const said = await ask(seller, `/threads/${started.body.insertedId}/messages`, {
      method: 'POST',
      payload: { text: 'Like this', clips: [{ url: clip.url }] },
    });
    expect(said.status, JSON.stringify(said.body)).toBe(201);
    const { body } = await ask<{ clips?: Clip[] }[]>(
      buyer,
      `/threads/${started.body.insertedId}/messages`,
    );
    const [newest] = body;
    expect((await load(newest?.clips?.[0]?.url ?? '')).headers['content-type']).toBe('audio/ogg');
    const unused = await upload(seller);
    const admin = await who.admin();
    await ask(admin, `/users/${seller.id}/removal`, {
      method: 'POST',
      payload: { reason: 'They asked' },
    });
    expect((await load(newest?.clips?.[0]?.url ?? '')).statusCode).toBe(404);
    expect((await load(unused.clip.url)).statusCode).toBe(404);
    await removeUnreferencedClips(shop.database, clipStore, now);
    expect(await sql`select from clips where owner_id = ${seller.id}`).toHaveLength(0);
  });
});

describe('a clip of a case', () => {
  it('admins can play what was reported, also once the listing has other clips, until the report is erased', async () => {
    const seller = await who.seller();
    const admin = await who.admin();
    const { clip } = await upload(seller);
    const productId = await listing(seller, clip);
    await moderating.report(await who.buyer(), 'product', productId);
    const caseId = await moderating.caseIdOf(productId);
    const found = await moderating.read(admin, caseId);
    expect(found.reported.clips).toMatchObject([{ kind: 'sound', transcript: sounds }]);
    await ask(seller, `/products/${productId}`, { method: 'PATCH', payload: { clips: [] } });
    const changed = await moderating.read(admin, caseId);
    expect(changed.version).not.toBe(found.version);
    expect(changed.current?.clips).toBeUndefined();
    await removeUnreferencedClips(shop.database, clipStore, new Date(now.getTime() + 86_400_001));
    expect((await load(changed.reported.clips?.[0]?.url ?? '')).statusCode).toBe(200);
    expect((await load(clip.url)).statusCode).toBe(404);
    await moderating.decide(admin, caseId, 'dismissed');
    await eraseOldReports(shop.database, new Date(now.getTime() + 366 * 86_400_000));
    expect(await sql`select from clip_uses where subject_id = ${caseId}`).toHaveLength(0);
  });

  it('admins can play the clips of a reported message, and of those around it', async () => {
    const [seller, buyer] = await Promise.all([who.seller(), who.buyer()]);
    const productId = await who.make.product(seller.id);
    const payload = { productId, text: 'How does it sound?' };
    const started = await ask<{ insertedId: string }>(buyer, '/threads', {
      method: 'POST',
      payload,
    });
    const say = async (text: string) => {
      const { clip } = await upload(seller, 'opus.ogg');
      const said = await ask<{ insertedId: string }>(
        seller,
        `/threads/${started.body.insertedId}/messages`,
        { method: 'POST', payload: { text, clips: [{ url: clip.url }] } },
      );
      return said.body.insertedId;
    };
    await say('Like this');
    const messageId = await say('Or like that');
    await moderating.report(buyer, 'message', messageId);
    const read = await moderating.read(await who.admin(), await moderating.caseIdOf(messageId));
    expect(read.reported.clips).toHaveLength(1);
    expect(read.messages?.map(({ clips }) => clips?.length ?? 0)).toEqual([0, 1, 1]);
    expect((await load(read.messages?.[1]?.clips?.[0]?.url ?? '')).statusCode).toBe(200);
  });
});

describe('what nothing refers to', () => {
  it('it is removed after a day, and a file without a row too', async () => {
    const seller = await who.seller();
    const { insertedId } = await upload(seller);
    await removeUnreferencedClips(shop.database, clipStore, now);
    expect((await filesLeft()).some((name) => name.includes(insertedId))).toBe(true);
    await sql`delete from clips where id = ${insertedId}`;
    const later = new Date(Date.now() + 25 * 3_600_000);
    await removeStrayClipFiles(shop.database, clipStore, later);
    expect((await filesLeft()).some((name) => name.includes(insertedId))).toBe(false);
    const unused = await upload(seller);
    await removeUnreferencedClips(shop.database, clipStore, new Date(now.getTime() + 86_400_001));
    expect((await load(unused.clip.url)).statusCode).toBe(404);
    expect((await filesLeft()).some((name) => name.includes(unused.insertedId))).toBe(false);
  });
});
