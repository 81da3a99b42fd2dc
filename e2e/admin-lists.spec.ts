import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import {
  chooseFromMenu,
  expectToast,
  getFromApi,
  rowOf,
  searchFor,
  sideMenu,
} from './support/dashboard-page.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { callApi, createBooking, createReceivedPurchase, createSale } from './support/sales.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const admin = 'admin@reprise.test';
const reason = 'This belongs to somebody else.';
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin finds a product by its seller, deletes it with a reason, and the audit has both', async ({
  page,
  signInAs,
}) => {
  const { seller, name, productId } = await createSale();
  await signInAs(admin);
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'All Products' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeFocused();
  const row = await findRow(page, seller.name, name);
  await expect(row.getByRole('link', { name })).toHaveAttribute('href', `/products/${productId}`);
  await expectAccessible(page);
  await row.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(dialog).toContainText(`We will tell ${seller.name} by email.`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('Give a reason');
  await dialog.getByLabel('Reason').fill(reason);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, messages.toast.productDeleted);
  await expect(row).toHaveCount(0);
  await sideMenu(page).getByRole('link', { name: 'Audit' }).click();
  const entry = rowOf(page, name);
  await expect(entry).toContainText('Product deleted');
  await expect(entry).toContainText(reason);
});

test('an admin deletes a booking with a reason, and it stays in the list as ended', async ({
  page,
  signInAs,
}) => {
  const { buyer, name } = await createBooking();
  await signInAs(admin);
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'All Bookings' }).click();
  const row = await findRow(page, buyer.name, name);
  await expect(row).toContainText('On hold');
  await chooseFromMenu(page, name, 'Delete the booking');
  const dialog = page.getByRole('dialog', { name: `Delete the booking of ${name}?` });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, messages.toast.bookingDeleted);
  await expect(row).toContainText('Hold ended');
  await expectAccessible(page);
});

test('an admin asks for the return of what a deleted buyer has paid for', async ({
  page,
  signInAs,
}) => {
  const { buyer, name } = await createReceivedPurchase();
  const token = await accessTokenFor(admin);
  const record = await getFromApi(`/users/${encodeURIComponent(buyer.email)}`, token);
  await callApi(admin, `/users/${(await record.json())._id}/removal`, { reason });

  await signInAs(admin);
  await openPage(page, '/dashboard/allbooking');
  const row = await findRow(page, buyer.name, name);
  await expect(row).toContainText('Account deleted');
  await chooseFromMenu(page, name, 'Return for the buyer');
  const dialog = page.getByRole('dialog', { name: `Return ${name}` });
  await dialog.getByRole('textbox').fill('The buyer wrote that it hums.');
  await dialog.getByRole('button', { name: 'Ask to return it' }).click();
  await expectToast(page, 'The return is requested');
  await sideMenu(page).getByRole('link', { name: 'Returns' }).click();
  await expect(rowOf(page, name)).toContainText('wants to return it');
});

/** Searches for the text and returns the row of this product. */
async function findRow(page: Page, text: string, name: string) {
  await searchFor(page, text);
  const row = rowOf(page, name);
  await expect(row).toHaveCount(1);
  return row;
}

test('an admin deletes several products with one reason, by keyboard, and reads the result of each', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  const word = uniqueName('Bulk');
  const names = ['first', 'second', 'third'].map((which) => `${word} ${which}`);
  const ids = await seed(async (make) => {
    const { id } = await make.user({ role: 'seller' });
    return Promise.all(
      names.map((name) => make.product(id, { name, imageId: testServer().imageId })),
    );
  });
  await signInAs(admin);
  await openPage(page, '/dashboard/allproduct');
  await searchFor(page, word);
  for (const name of names) {
    await page.getByRole('checkbox', { name: `Choose ${name}` }).press('Space');
  }
  const bar = page.getByRole('region', { name: 'Chosen' });
  await expect(bar).toContainText('3 chosen');
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete 3 instruments?' });
  await expect(dialog).toContainText(names.join(', '));
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Sold by somebody else');
  // Another admin is faster with one of them.
  await query((sql) => sql`update products set withdrawn_at = now() where id = ${ids[1] ?? ''}`);
  expectConsole(/404/);
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('heading', { name: '2 of 3 done' })).toBeFocused();
  const result = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last();
  await expect(result(names[0] ?? '')).toContainText('Done');
  await expect(result(names[1] ?? '')).toContainText('no such instrument');
  await expect(bar).toContainText('1 chosen');
  await expectAccessible(page);
});
