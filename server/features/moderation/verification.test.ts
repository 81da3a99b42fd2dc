import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/calls.ts';
import type { SellerVerification } from '#contract/users/verification.ts';
import { createDiskImages } from '../../providers/images/disk/disk-images.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createModerating } from '../../testing/moderating.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop, secret, type TestShop } from '../../testing/test-shop.ts';
import { makeFingerprints } from '../images/make-fingerprints.ts';
import { uploadImage } from '../images/upload-image.ts';
import { digestBankAccounts } from '../payouts/digest-bank-accounts.ts';
import { createDetailsSeal } from '../payouts/payout-details.ts';
import type { KnownUser } from '../users/find-user.ts';

const clock = manualClock();
const imageHost = createDiskImages({ folder: await mkdtemp(join(tmpdir(), 'reprise-verify-')) });
const shop: TestShop = await createTestShop({ clock, imageHost });
afterAll(() => shop.close());
const { database } = shop;
const { sql } = database;
const people = createPeople(database);
const ask = apiClient(() => shop);
const { list } = selling(() => shop);
const { report } = createModerating(
  () => shop,
  () => people,
);
const admin = await people.admin();

type Sent = Partial<CallInput<'requestVerification'>['body']>;
const pathOf = ({ id }: KnownUser) => `/users/${id}/verification`;
const send = (seller: KnownUser, sent: Sent, about = seller) =>
  ask<{ detail?: string; errors?: { field: string }[] }>(seller, pathOf(about), {
    method: 'PUT',
    payload: { text: 'Violins, in my workshop on Mill Road since 1998', ...sent },
  });
const read = async (by: KnownUser, seller: KnownUser) =>
  (await ask<SellerVerification>(by, pathOf(seller))).body;
const facts = async (seller: KnownUser) => {
  const found = (await read(admin, seller)).facts;
  if (!found) throw new Error('No facts');
  return found;
};

const evidenceOf = (seller: KnownUser) => sql`
  select image_id from evidence_images e join verification_requests v on v.id = e.subject_id
  where v.user_id = ${seller.id}`;

async function upload(seller: KnownUser, name = 'trumpet'): Promise<string> {
  const file = fileURLToPath(new URL(`../../../demo/pictures/${name}.webp`, import.meta.url));
  const content = await readFile(file);
  async function* stream() {
    yield content;
  }
  const deps = { database, clock, imageHost, origin: () => 'https://shop.test' };
  const { id } = await uploadImage(deps, stream(), seller.id);
  await makeFingerprints({ database, imageHost, clock });
  return addressOf(id);
}

describe('what a seller sends to be verified', () => {
  it('a seller’s text, links and pictures are read by the seller and by admins, and replace what was sent before', async () => {
    const seller = await people.seller();
    await send(seller, { text: 'First' });
    clock.forward(60);
    const image = await upload(seller);
    const sent = await send(seller, { links: ['mill-road.example/shop'], images: [image] });
    expect(sent.status).toBe(200);
    const { shown } = await read(admin, seller);
    expect(shown).toMatchObject({
      text: 'Violins, in my workshop on Mill Road since 1998',
      links: ['https://mill-road.example/shop'],
      time: clock.now().toISOString(),
    });
    const picture = await shop.app.inject({ url: new URL(shown?.images[0] ?? '').pathname });
    expect(picture.statusCode).toBe(200);
    expect(await read(seller, seller)).toEqual({ shown });
    expect((await read(admin, seller)).shown?.images).toHaveLength(1);
  });

  it('a picture that was sent before stays when the seller sends its present address again', async () => {
    const seller = await people.seller();
    await send(seller, { images: [await upload(seller)] });
    const images = (await read(seller, seller)).shown?.images ?? [];
    const [ids, idsAfter] = [await evidenceOf(seller), (await send(seller, { images })).status];
    expect(idsAfter).toBe(200);
    expect(await evidenceOf(seller)).toEqual(ids);
    expect(ids).toHaveLength(1);
    const stranger = await people.seller();
    expect((await send(stranger, { images })).status).toBe(400);
  });

  it('a picture that was sent to be verified cannot be loaded at its public address', async () => {
    const seller = await people.seller();
    const address = await upload(seller);
    await send(seller, { images: [address] });
    const { statusCode } = await shop.app.inject({ url: new URL(address).pathname });
    expect(statusCode).toBe(404);
  });

  it.each([
    [{ text: ' ' }, 'text'],
    [{ links: ['not an address'] }, 'links.0'],
    [{ links: ['javascript:alert(1)'] }, 'links.0'],
    [{ links: ['https://user:secret@bank.example'] }, 'links.0'],
    [{ links: ['a.example', 'b.example', 'c.example', 'd.example'] }, 'links'],
    [{ images: ['https://elsewhere.example/1.webp'] }, 'images.0'],
  ] satisfies [Sent, string][])('a request with %j names the field %s', async (sent, field) => {
    const { status, body } = await send(await people.seller(), sent);
    expect(status).toBe(400);
    expect(body.errors?.map((error) => error.field)).toContain(field);
  });

  it('three pictures and links together are the most', async () => {
    const seller = await people.seller();
    const images = [await upload(seller), await upload(seller, 'post-horn')];
    expect((await send(seller, { images, links: ['a.example'] })).status).toBe(200);
    expect((await send(seller, { images, links: ['a.example', 'b.example'] })).status).toBe(400);
  });

  it('a picture of somebody else is refused', async () => {
    const image = await upload(await people.seller());
    expect((await send(await people.seller(), { images: [image] })).status).toBe(400);
  });

  it('buyers and verified sellers cannot send anything to be verified', async () => {
    const seller = await people.seller();
    await sql`update users set verified_at = now() where id = ${seller.id}`;
    expect((await send(seller, {})).status).toBe(409);
    expect((await send(await people.buyer(), {})).status).toBe(409);
  });

  it('an admin cannot verify a seller who has sent something else since the admin looked', async () => {
    const seller = await people.seller();
    await send(seller, {});
    const seen = (await read(admin, seller)).shown?.time;
    clock.forward(60);
    await send(seller, { text: 'Something else' });
    const verify = (time: string | undefined) =>
      ask(admin, `/users/${seller.id}`, { method: 'PUT', payload: { seen: time } });
    expect((await verify(seen)).status).toBe(409);
    expect((await verify((await read(admin, seller)).shown?.time)).status).toBe(200);
  });

  it('a request to be verified is deleted by its seller, and with the account, and so are its pictures', async () => {
    const seller = await people.seller();
    const left = () => sql`
      select from verification_requests where user_id = ${seller.id}
      union all select from evidence_images e join images i on i.id = e.image_id
      where i.owner_id = ${seller.id}`;
    await send(seller, { images: [await upload(seller)] });
    expect(await left()).toHaveLength(2);
    expect((await ask(seller, pathOf(seller), { method: 'DELETE' })).body).toMatchObject({
      deletedCount: 1,
    });
    expect(await left()).toHaveLength(0);
    await send(seller, { images: [await upload(seller)] });
    await people.remove(seller, seller);
    expect(await left()).toHaveLength(0);
  });
});

describe('what admins see of a seller before they verify them', () => {
  it('admins see the age of the account, sales, returns and reports, and the seller sees none of it', async () => {
    const seller = await people.seller();
    await people.sell(seller);
    const { bookingId } = await people.sell(seller);
    await people.complete(seller, bookingId);
    const listed = await people.make.product(seller.id);
    await report(await people.buyer(), 'product', listed);
    expect(await facts(seller)).toMatchObject({
      emailConfirmed: expect.any(Boolean),
      listed: 1,
      sales: 1,
      returned: 0,
      reports: 1,
      decisions: 0,
      sameBankAccount: [],
      samePictures: [],
    });
    expect((await read(seller, seller)).facts).toBeUndefined();
  });

  it('admins see other accounts that are paid to the same bank account, however its number is written', async () => {
    const [one, other, third] = [
      await people.seller(),
      await people.seller(),
      await people.seller(),
    ];
    const bank = (seller: KnownUser, number: string) =>
      ask(seller, '/payout-account', {
        method: 'PUT',
        payload: { email: seller.email, holder: 'A. Fife', number },
      });
    await bank(one, 'DE89370400440532013000');
    await bank(other, 'de89 3704 0044 0532 0130 00');
    await bank(third, 'GB82WEST12345698765432');
    await digestBankAccounts({ database, detailsSeal: createDetailsSeal(secret) });
    const names = async () => (await facts(one)).sameBankAccount.map(({ _id }) => _id);
    expect(await names()).toEqual([other.id]);
    // As a server of the version before does it.
    await sql`update payout_accounts set changed_at = now() + interval '1 minute' where user_id = ${other.id}`;
    expect(await names()).toEqual([]);
  });

  it('admins see another account that shows the same picture, and no picture of messages', async () => {
    const [one, other] = [await people.seller(), await people.seller()];
    await list(one, { image: await upload(one, 'djembe') });
    await list(other, { image: await upload(other, 'djembe') });
    const { samePictures } = await facts(one);
    expect(samePictures.map(({ account }) => account._id)).toEqual([other.id]);
    const third = await people.seller();
    const image = await upload(third, 'djembe');
    expect((await facts(one)).samePictures).toHaveLength(1);
    await send(third, { images: [image] });
    expect((await facts(one)).samePictures).toHaveLength(2);
  });
});
