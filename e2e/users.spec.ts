import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { messages } from '#contract/messages.ts';
import {
  expectToast,
  getFromApi,
  rowOf,
  saleButton,
  searchFor,
  sideMenu,
} from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { callApi, createPurchase } from './support/sales.ts';
import { accessTokenFor, signIn, signInWithSession } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const admin = 'admin@reprise.test';

test('an admin verifies a seller, and the badge appears on the products of the seller', async ({
  page,
  context,
  signInAs,
}) => {
  const name = uniqueName('Sella');
  const productId = await seed(async (make) => {
    const { id } = await make.user({ name, role: 'seller' });
    return make.product(id, { name: 'Ocarina in a case', imageId: testServer().imageId });
  });
  const productPage = await context.newPage();
  await openPage(productPage, `/products/${productId}`);
  const badge = productPage.getByRole('button', { name: messages.product.verifiedSeller });
  await expect(productPage.getByText(name)).toBeVisible();
  await expect(badge).toHaveCount(0);

  await signInAs(admin);
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'All Sellers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Sellers' })).toBeFocused();
  await expect(page).toHaveTitle('All Sellers | Reprise');
  const row = await findRow(page, name);
  await row.getByRole('button', { name: `${messages.seller.verify} ${name}` }).press('Enter');
  await expectToast(page, messages.toast.sellerVerified);
  await expect(row.getByText(messages.seller.verified, { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: messages.seller.verify })).toHaveCount(0);

  await expect(async () => {
    await openPage(productPage, productPage.url());
    await expect(productPage.getByText(name)).toBeVisible();
    expect(await badge.isVisible()).toBe(true);
  }).toPass();
  await sideMenu(page).getByRole('link', { name: 'Audit' }).click();
  const entry = rowOf(page, name);
  await expect(entry).toContainText('Verified');
  await expect(entry).toContainText(admin);
});

test('an admin deletes a buyer who is signed in elsewhere, and the buyer’s next request is refused', async ({
  page,
  browser,
  signInAs,
  baseURL,
}) => {
  const familyName = uniqueName('Bea');
  const [name, nextName] = [`${familyName} First`, `${familyName} Next`];
  const user = await seed(async (make) => {
    await make.user({ name: nextName });
    return make.user({ name });
  });
  const userContext = await browser.newContext({ baseURL: baseURL ?? '' });
  await signIn(userContext, user.email);
  const token = await accessTokenFor(user.email);
  const userPage = await userContext.newPage();
  await openPage(userPage, '/dashboard');
  await expect(userPage.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`);

  await signInAs(admin);
  await openPage(page, '/dashboard/allbuyer');
  const row = await findRow(page, name, familyName);
  await deleteButton(page, name).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await expect(dialog).toContainText(name);
  await expect(dialog).toContainText(user.email);
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(deleteButton(page, name)).toBeFocused();

  await deleteButton(page, name).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.userDeleted);
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  await expect(deleteButton(page, nextName)).toBeFocused();

  await expect
    .poll(async () => (await getFromApi(`/users/${encodeURIComponent(user.email)}`, token)).status)
    .toBe(401);
  await userPage.getByRole('button', { name: 'Category' }).click();
  await userPage.getByRole('link', { name: 'Brass' }).first().click();
  await expect(userPage).toHaveURL('/login');
  await userContext.close();
});

test('an admin deletes a seller with an open sale by reason and password, and accepts the return afterwards', async ({
  page,
}) => {
  const { seller, buyer, name, bookingId } = await createPurchase();
  await seed((make) => make.product(seller.id, { name: 'Unsold', imageId: testServer().imageId }));
  await signInWithSession(page, admin);
  await openPage(page, '/dashboard/allseller');
  const row = await findRow(page, seller.name);
  await deleteButton(page, seller.name).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${seller.name}?` });
  await expect(dialog).toContainText('1 instrument is taken off sale');
  await expect(dialog).toContainText('an admin acts on their behalf');
  await expect(dialog).toContainText('1 sale that is not complete');
  await expectAccessible(page);
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await confirm.click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expect(dialog.getByText('Give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('They sell what is not theirs');
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await confirm.click();
  await expectToast(page, messages.toast.userDeleted);
  await expect(row).toHaveCount(0);
  await openPage(page, '/dashboard/audit');
  await expect(rowOf(page, seller.name)).toContainText('They sell what is not theirs');

  await callApi(buyer.email, `/bookings/${bookingId}/received`, {});
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason: 'It hums.' });
  await openPage(page, '/dashboard/returns');
  const returned = rowOf(page, name);
  await expect(returned).toContainText('Account deleted');
  await saleButton(page, 'Answer', name).click();
  const answer = page.getByRole('dialog', { name: `Return of ${name}` });
  await answer.getByLabel('Where to bring or send it').fill('The office of the shop');
  await answer.getByRole('button', { name: 'Accept the return' }).click();
  await expect(returned).toContainText('To be returned');
});

test('people who cannot delete their account yet are told why before they are asked for their password', async ({
  page,
}) => {
  const buyer = { name: 'Buyer Two', email: 'buyer2@reprise.test' };
  await createPurchase({ buyer });
  await signInWithSession(page, buyer.email);
  await openPage(page, '/dashboard/profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Your account cannot be deleted yet');
  await expect(dialog).toContainText(/purchases? that (is|are) not complete/);
  await expect(dialog.getByLabel('Password')).toHaveCount(0);
  await expect(dialog.getByRole('button')).toHaveText(['', 'Close']);
});

test('a refused deletion shows the reason in the dialog too, and changes nothing', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const name = uniqueName('Bea Paid');
  await seed((make) => make.user({ name }));
  const detail = 'Somebody has paid for what they still have to hand over.';
  await refuseRequests(page, '**/api/users/*', { status: 409, detail, method: 'DELETE' });
  await signInAs(admin);
  await openPage(page, '/dashboard/allbuyer');
  const row = await findRow(page, name);
  await deleteButton(page, name).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText(detail);
  await expectToast(page, detail);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
});

test('a long list is loaded page by page, and the focus stays in it', async ({
  page,
  signInAs,
}) => {
  const familyName = uniqueName('Ivo');
  await seed(async (make) => {
    for (let number = 60; number > 0; number -= 1) {
      await make.user({ name: `${familyName} ${number}` });
    }
    await make.user({ name: uniqueName('Newest') });
  });
  await signInAs(admin);
  await openPage(page, '/dashboard/allbuyer');
  await page.getByRole('searchbox').fill(familyName);
  const rows = page.getByRole('rowgroup').last().getByRole('row');
  await expect(rows.first()).toContainText(`${familyName} 1`);
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(rows).toHaveCount(60);
  const name = page.getByText(`${familyName} 51`, { exact: true });
  await expect(rows.filter({ has: name }).getByRole('link')).toBeFocused();
  await expect(rows.last().getByRole('cell').first()).toContainText('60');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  await page.getByRole('searchbox').fill(`${familyName} nobody`);
  await expect(page.getByText(`No buyer matches “${familyName} nobody”`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(rows.first()).toBeVisible();
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('the dialog before a user is deleted is accessible', async ({ page, signInAs }) => {
    const name = uniqueName('Sella');
    await seed((make) => make.user({ name, role: 'seller' }));
    await signInAs(admin);
    await openPage(page, '/dashboard/allseller');
    await searchFor(page, name);
    await expectAccessible(page);
    await deleteButton(page, name).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
  });
});

function deleteButton(page: Page, name: string) {
  return page.getByRole('button', { name: `Delete ${name}`, exact: true });
}

/** Searches for the text and returns the row of the user with this name. */
async function findRow(page: Page, name: string, text = name) {
  await searchFor(page, text);
  const row = rowOf(page, name);
  await expect(row).toHaveCount(1);
  return row;
}
