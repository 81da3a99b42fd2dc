import { afterAll, expect, it } from 'vitest';
import { noteLength } from '#contract/moderation/moderation-terms.ts';
import type { Note } from '#contract/moderation/notes.ts';
import type { UserExport } from '#contract/users/user-export.ts';
import { createModerating } from '../../testing/moderating.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { eraseOldReports } from './erase-cases.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { call, report, decide, caseIdOf } = createModerating(
  () => shop,
  () => people,
);

const add = (admin: KnownUser, about: string, text: string) =>
  call<{ insertedId: string; detail: string; errors?: { field: string }[] }>(
    admin,
    `${about}/notes`,
    { method: 'POST', payload: { text } },
  );
const list = (admin: KnownUser, about: string) => call<Note[]>(admin, `${about}/notes`);
const notesIn = async (who: KnownUser) => {
  const { body } = await call<UserExport>(who, `/users/${who.id}/export`);
  return body.notes.map(({ about, author, text }) => ({ about, author, text }));
};

async function reportedListing() {
  const seller = await people.seller();
  const productId = await people.make.product(seller.id);
  await report(await people.buyer(), 'product', productId);
  return { seller, productId, caseId: await caseIdOf(productId) };
}

it('the notes on a person have author and time, the newest first', async () => {
  const [one, other, seller] = [await people.admin(), await people.admin(), await people.seller()];
  await add(one, `/users/${seller.id}`, 'Called: the shop exists');
  await add(other, `/users/${seller.id}`, 'No, that was another shop');
  const { body } = await list(one, `/users/${seller.id}`);
  expect(body.map(({ text, authorName }) => [text, authorName])).toEqual([
    ['No, that was another shop', other.name],
    ['Called: the shop exists', one.name],
  ]);
  expect(Date.parse(body[0]?.time ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

it('a note that is sent again is stored once', async () => {
  const [admin, seller] = [await people.admin(), await people.seller()];
  const sent = [1, 2].map(() => add(admin, `/users/${seller.id}`, 'Called'));
  const [first, again] = await Promise.all(sent);
  expect(again?.body.insertedId).toBe(first?.body.insertedId);
  expect((await list(admin, `/users/${seller.id}`)).body).toHaveLength(1);
});

it('a note is not empty, and not longer than the limit', async () => {
  const [admin, seller] = [await people.admin(), await people.seller()];
  for (const text of [' ', 'x'.repeat(noteLength + 1)]) {
    const { status, body } = await add(admin, `/users/${seller.id}`, text);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'text' }]);
  }
});

it('an admin can neither read nor write notes about themselves', async () => {
  const [admin, buyer] = [await people.admin(), await people.buyer()];
  const { bookingId } = await people.sell(admin, new Date(), buyer);
  for (const about of [`/users/${admin.id}`, `/bookings/${bookingId}`]) {
    expect((await list(admin, about)).status, about).toBe(403);
    expect((await add(admin, about, 'A good one')).status, about).toBe(403);
  }
});

it('a note on what does not exist is not found', async () => {
  const admin = await people.admin();
  for (const kind of ['users', 'bookings', 'cases']) {
    const about = `/${kind}/01900000-0000-7000-8000-000000000000`;
    expect((await list(admin, about)).status, about).toBe(404);
    expect((await add(admin, about, 'Nobody')).status, about).toBe(404);
  }
});

it('a note is in the audit log without its text', async () => {
  const admin = await people.admin();
  const seller = await people.seller();
  await add(admin, `/users/${seller.id}`, 'Called');
  const { body } = await call<object[]>(admin, '/audit');
  expect(body[0]).toMatchObject({ action: 'note-added', subject: { _id: seller.id } });
  expect(JSON.stringify(body[0])).not.toContain('Called');
});

it('the export of a person has the notes about them by the shop, but not while a case is open', async () => {
  const admin = await people.admin();
  const { seller, caseId } = await reportedListing();
  const { buyer, bookingId } = await people.sell(seller);
  await add(admin, `/users/${seller.id}`, 'Called');
  await add(admin, `/bookings/${bookingId}`, 'Parcel seen');
  await add(admin, `/cases/${caseId}`, 'Pictures compared');
  expect(await notesIn(seller)).toEqual([]);
  // It could tell the other side that something is being decided.
  expect(await notesIn(buyer)).toEqual([]);
  await decide(admin, caseId, 'dismissed');
  const ofSale = { about: 'sale', author: 'shop', text: 'Parcel seen' };
  expect(await notesIn(seller)).toEqual([
    { about: 'case', author: 'shop', text: 'Pictures compared' },
    ofSale,
    { about: 'person', author: 'shop', text: 'Called' },
  ]);
  expect(await notesIn(buyer)).toEqual([ofSale]);
  const { body } = await call<UserExport>(seller, `/users/${seller.id}/export`);
  expect(body.history.map(({ action }) => action)).not.toContain('note-added');
});

it('the notes on a case are erased with its reports', async () => {
  const admin = await people.admin();
  const { seller, caseId } = await reportedListing();
  await add(admin, `/cases/${caseId}`, 'Pictures compared');
  await add(admin, `/users/${seller.id}`, 'Called');
  await decide(admin, caseId, 'dismissed');
  await eraseOldReports(shop.database, new Date(Date.now() + 366 * 86_400_000));
  expect((await list(admin, `/cases/${caseId}`)).body).toEqual([]);
  expect((await list(admin, `/users/${seller.id}`)).body).toHaveLength(1);
});
