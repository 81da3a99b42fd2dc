import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { msg } from '#contract/text.ts';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { rawSql } from '../../database/sql.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import { createDiskImages } from '../../providers/images/disk/disk-images.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { addImage } from '../../testing/builders.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createModerating } from '../../testing/moderating.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { makeFingerprints } from '../images/make-fingerprints.ts';
import { findNearPictures } from '../images/near-pictures.ts';
import { uploadImage } from '../images/upload-image.ts';
import type { KnownUser } from '../users/find-user.ts';
import { compareListings } from './compare-listings.ts';

const clock = manualClock();
const imageHost = createDiskImages({ folder: await mkdtemp(join(tmpdir(), 'reprise-same-')) });
const shop: TestShop = await createTestShop({ clock, imageHost });
afterAll(() => shop.close());
const { database } = shop;
const { sql } = database;
const people = createPeople(database);
const { call, caseIdOf, decide, read, report } = createModerating(
  () => shop,
  () => people,
);
const { list, read: readListing } = selling(() => shop);
const [one, two, admin] = [await people.seller(), await people.seller(), await people.admin()];

const demo = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../demo/pictures/${name}.webp`, import.meta.url)));
const [trumpet, guitar] = [await demo('trumpet'), await demo('post-horn')];

/** Lists an instrument with this picture, makes its fingerprint and compares it. */
async function listWith(seller: KnownUser, content: Buffer) {
  clock.forward(1);
  async function* upload() {
    yield content;
  }
  const deps = { database, clock, imageHost, origin: () => 'https://shop.test' };
  const { id } = await uploadImage(deps, upload(), seller.id);
  const listed = await list(seller, { image: addressOf(id) });
  await makeFingerprints({ database, imageHost, clock });
  await compareListings({ database, clock });
  return listed.body.insertedId;
}
const countCases = async (id: string) =>
  (await sql`select from cases where subject_id = ${id}`).length;

describe('the comparison of pictures', () => {
  it('another seller’s listing with the same picture opens a case about the newer one that shows both, and hides nothing', async () => {
    const older = await listWith(one, trumpet);
    const own = await listWith(one, trumpet);
    expect(await countCases(own)).toBe(0);
    const newer = await listWith(
      two,
      await sharp(trumpet).resize(700).jpeg({ quality: 40 }).toBuffer(),
    );
    expect([await countCases(older), await countCases(newer)]).toEqual([0, 1]);
    const found = await read(admin, await caseIdOf(newer));
    expect(found).toMatchObject({ state: 'open', reports: 0, hints: ['same-picture'] });
    const hint = found.foundHints.find(({ other }) => other?.productId === older);
    expect(hint?.pictures?.distance).toBeLessThanOrEqual(3);
    expect(hint?.pictures?.own).toBe(found.current?.images[0]);
    for (const address of [hint?.pictures?.own, hint?.pictures?.other]) {
      const url = new URL(address ?? '').pathname;
      expect((await shop.app.inject({ url })).statusCode).toBe(200);
    }
    expect((await readListing(newer)).status).toBe('available');
  });

  it('the mirrored picture is found, and another instrument is not', async () => {
    const older = await listWith(one, guitar);
    expect(await countCases(older)).toBe(0);
    const newer = await listWith(two, await sharp(guitar).flop().webp().toBuffer());
    const found = await read(admin, await caseIdOf(newer));
    expect(found.foundHints.map(({ other }) => other?.productId)).toEqual([older]);
  });

  it('a flat picture has no fingerprint and is found nowhere', async () => {
    const flat = await sharp({
      create: { width: 640, height: 480, channels: 3, background: '#543' },
    })
      .png()
      .toBuffer();
    await listWith(one, flat);
    expect(await countCases(await listWith(two, flat))).toBe(0);
    expect(await makeFingerprints({ database, imageHost, clock })).toBe(0);
  });

  it('a picture whose file is missing is tried once', async () => {
    await addImage(database);
    expect(await makeFingerprints({ database, imageHost, clock })).toBe(1);
    expect(await makeFingerprints({ database, imageHost, clock })).toBe(0);
  });
});

describe('the seller of the older picture', () => {
  /** A picture that no listing shows yet, in a listing of a new seller, and then in one of another. */
  async function copied() {
    const [owner, other] = [await people.seller(), await people.seller()];
    const cells = Array.from({ length: 72 }, () => Math.floor(Math.random() * 256));
    const content = await sharp(Buffer.from(cells), { raw: { width: 9, height: 8, channels: 1 } })
      .resize(720, 640, { kernel: 'nearest' })
      .png()
      .toBuffer();
    const older = await listWith(owner, content);
    const newer = await listWith(other, content);
    return { owner, other, older, newer, caseId: await caseIdOf(newer) };
  }
  const german = loadedLanguage(
    { tag: 'de', prefix: '/de' },
    { [msg`Another listing shows a picture like yours`.id]: ['Ein Bild wie deines'] },
  );
  const sent: Mail[] = [];
  async function mailsTo(email: string) {
    await sendMails(mailSending(shop, sent, { clock, languages: [...englishOnly, german] }));
    return sent.filter(({ to }) => to === email);
  }
  const hintOf = async (caseId: string) => (await read(admin, caseId)).foundHints[0]?.other;

  it('the seller of an older picture is told once, when an admin decides so, with both listings and without the other’s name', async () => {
    const { owner, other, older, newer, caseId } = await copied();
    await sql`update users set language = 'de' where id = ${owner.id}`;
    await sql`update users set name = 'Quastel' where id = ${other.id}`;
    expect(await hintOf(caseId)).toMatchObject({ productId: older, mayBeTold: true });
    expect((await decide(admin, caseId, 'dismissed', { tell: [older, older] })).status).toBe(200);
    const mails = await mailsTo(owner.email);
    expect(mails).toHaveLength(1);
    for (const part of [older, newer]) expect(mails[0]?.text).toContain(`/de/products/${part}`);
    expect(mails[0]?.subject).toBe('Ein Bild wie deines');
    expect(JSON.stringify(mails)).not.toContain('Quastel');
    expect(JSON.stringify(mails)).not.toContain(other.email);
    expect(await mailsTo(other.email)).toEqual([]);
    const audit = await call<object[]>(admin, '/audit');
    expect(audit.body[0]).toMatchObject({ action: 'case-decided' });
    expect(audit.body[1]).toMatchObject({
      action: 'older-seller-told',
      actor: { _id: admin.id },
      subject: { _id: owner.id },
      product: { _id: older },
    });
    expect(await hintOf(caseId)).toMatchObject({ mayBeTold: false, toldAt: expect.any(String) });

    // Later the same two are found again, as similar.
    await report(await people.buyer(), 'product', newer);
    const again = await caseIdOf(newer);
    await sql`
      insert into case_hints (id, case_id, kind, product_id, other_product_id, image_id, other_image_id, distance, created_at)
      select gen_random_uuid(), ${again}, 'similar-picture', product_id, other_product_id, image_id, other_image_id, 8, now()
      from case_hints where case_id = ${caseId}`;
    expect(await hintOf(again)).toMatchObject({ productId: older, mayBeTold: false });
    const refused = await decide(admin, again, 'dismissed', { tell: [older] });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'tell' }] } });
    expect((await read(admin, again)).state).toBe('open');
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });

  it('nobody is told without the choice, and nobody of another case', async () => {
    const [first, second] = [await copied(), await copied()];
    const refused = await decide(admin, first.caseId, 'dismissed', { tell: [second.older] });
    expect(refused.body.errors).toMatchObject([
      { field: 'tell', message: 'The seller of that listing cannot be told' },
    ]);
    expect((await decide(admin, first.caseId, 'dismissed')).status).toBe(200);
    expect(await mailsTo(first.owner.email)).toEqual([]);
    expect(await mailsTo(second.owner.email)).toEqual([]);
  });

  it('a listing that the decision hides is not in the mail', async () => {
    const { owner, older, newer, caseId } = await copied();
    expect((await decide(admin, caseId, 'hidden', { tell: [older] })).status).toBe(200);
    const [mail] = await mailsTo(owner.email);
    expect(mail?.text).toContain(older);
    expect(JSON.stringify(mail)).not.toContain(newer);
  });

  it.each(['suspended_at', 'removed_at'])('a seller with %s is not told', async (column) => {
    const { owner, older, caseId } = await copied();
    const leave = (at: Date | null) =>
      sql`update users set ${rawSql(column)} = ${at} where id = ${owner.id}`;
    await leave(new Date());
    expect(await hintOf(caseId)).toMatchObject({ mayBeTold: false });
    expect((await decide(admin, caseId, 'dismissed', { tell: [older] })).status).toBe(400);
    await leave(null);
    expect((await decide(admin, caseId, 'dismissed', { tell: [older] })).status).toBe(200);
    await leave(new Date());
    expect(await mailsTo(owner.email)).toEqual([]);
  });
});

it('a lookup finds the fingerprints that differ in few bits, also those of the mirror image, and no others', async () => {
  const bits = 0x0f1e_2d3c_4b5a_6978n;
  const flipped = (...places: number[]) =>
    BigInt.asIntN(
      64,
      places.reduce((all, place) => all ^ (1n << BigInt(place)), bits),
    );
  const spread = [0, 17, 34, 51, 5, 22, 39, 56, 63];
  const mirrored = 0x1122_3344_5566_7788n;
  const ids: string[] = [];
  for (const value of [
    bits,
    flipped(...spread.slice(0, 7)),
    flipped(...spread),
    flipped(48, 49, 50, 51, 52, 53, 54, 55),
    mirrored ^ 8n,
    -1n,
  ]) {
    const id = await addImage(database);
    ids.push(id);
    await sql`
      update images set fingerprint = ${String(value)}::text::bigint, fingerprinted_at = now()
      where id = ${id}`;
  }
  const found = await findNearPictures(sql, { bits, mirrored });
  expect(found.filter(({ id }) => ids.includes(id))).toEqual([
    { id: ids[0], distance: 0 },
    { id: ids[4], distance: 1 },
    { id: ids[1], distance: 7 },
    { id: ids[3], distance: 8 },
  ]);
});
