import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { chooseFromMenu, expectToast, menuOf, rowOf } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { expectSignedIn, logIn, openGooglePopup } from './support/login-page.ts';
import { openPage, waitForHydration } from './support/open-page.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import { holdRequests, refuseRequests } from './support/requests.ts';
import { bookByApi, createSale, payByApi, submitBooking, wishByApi } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const { wishlisted, sold } = messages.product;
const listPath = '/dashboard/wishlist';

test('a guest who presses the heart logs in and finds it filled', async ({ page }) => {
  const { name, path } = await createSale();
  await openPage(page, path);
  await addButton(page, name).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'buyer2@reprise.test');
  await expect(page).toHaveURL(path);
  await expectToast(page, messages.toast.wishlistAdded);
  await expect(wishlistedLink(page, name)).toBeVisible();
  await expectSignedIn(page);
  await page.reload();
  await expect(wishlistedLink(page, name)).toBeVisible();
});

test('a guest who presses the heart signs in with Google and finds it filled', async ({ page }) => {
  const { name, path } = await createSale();
  await openPage(page, path);
  await addButton(page, name).click();
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL('/register');
  const google = await openGooglePopup(page);
  await google.getByRole('link', { name: /Samba Diallo/ }).click();
  await expect(page).toHaveURL(path);
  await expect(wishlistedLink(page, name)).toBeVisible();
});

test('a wish that another buyer holds is shown as on hold', async ({ page, signInAs }) => {
  const sale = await createSale();
  const wisher = await seed((make) => make.user({ name: uniqueName('Ned') }));
  await wishByApi(wisher, sale);
  await bookByApi(sale);
  await signInAs(wisher.email);
  await openPage(page, listPath);
  const row = rowOf(page, sale.name);
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await row.getByRole('link', { name: messages.hold.badge }).click();
  await expect(page.getByRole('heading', { name: /^On hold until/ })).toBeVisible();
});

test('the wishlist button changes at once, keeps the focus, and leads to the wishlist', async ({
  page,
  signInAs,
}) => {
  const { buyer, name, path } = await createSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  const requests = holdRequests();
  await page.route('**/api/products/*', (route) =>
    route.request().method() === 'PUT' ? requests.hold(route) : route.fallback(),
  );
  await addButton(page, name).press('Enter');
  // Before the response.
  await expect(wishlistedLink(page, name)).toBeVisible();
  await expect(wishlistedLink(page, name)).toBeFocused();
  requests.release();
  await expectToast(page, messages.toast.wishlistAdded);
  await expectAccessible(page);
  await wishlistedLink(page, name).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeFocused();
  await expect(rowOf(page, name)).toContainText('$75');
});

test('the wishlist button changes back and shows the reason when it is refused', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const { buyer, name, path } = await createSale();
  const detail = 'This instrument is not on sale any more';
  await signInAs(buyer.email);
  await openPage(page, path);
  const members = { modifiedCount: 0 };
  const refusal = { status: 404, detail, method: 'PUT', members };
  await refuseRequests(page, '**/api/products/*', refusal);
  await addButton(page, name).press('Enter');
  await expectToast(page, detail);
  await expect(addButton(page, name)).toBeVisible();
  await expect(addButton(page, name)).toBeFocused();
  await expect(page.getByRole('main').getByText(detail)).toBeVisible();
  await expectAccessible(page);
});

test('Pay on the wishlist opens the booking dialog, and the payment once the product is booked', async ({
  page,
  signInAs,
}) => {
  const sale = await createSale();
  const { buyer, name, path } = sale;
  await wishByApi(buyer, sale);
  await signInAs(buyer.email);
  await openPage(page, listPath);
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
  await expect(page).toHaveURL(path);
  const dialog = page.getByRole('dialog', { name: `Book ${name}` });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(dialog).toBeHidden();

  await openPage(page, listPath);
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
  await submitBooking(page);
  await expectToast(page, messages.toast.itemBooked);
  await openPage(page, listPath);
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
  await expect(page).toHaveURL(/\/dashboard\/payment\//);
  await pay(page);
  await expectReceipt(page);
  await openPage(page, listPath);
  const row = rowOf(page, name);
  await expect(row.getByText(messages.booking.paid, { exact: true })).toBeVisible();
});

test('a wish that another buyer has bought in the meantime is shown as sold', async ({
  page,
  signInAs,
}) => {
  const { name, productId } = await createSoldWish();
  await signInAs('buyer2@reprise.test');
  await openPage(page, listPath);
  const row = rowOf(page, name);
  await expect(row.getByText(sold, { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`/products/${productId}`);
});

test('a wish is deleted after a confirmation, and the focus moves to the next one', async ({
  page,
  signInAs,
}) => {
  const { buyer, names } = await createWishes(2);
  const [older = '', newer = ''] = names;
  await signInAs(buyer.email);
  await openPage(page, listPath);
  const askToDelete = (name: string) => chooseFromMenu(page, name, 'Delete from the wishlist');
  const dialog = page.getByRole('alertdialog', { name: `Remove ${newer} from your wishlist?` });
  await askToDelete(newer);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(menuOf(page, newer)).toBeFocused();

  await askToDelete(newer);
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.wishlistDeleted);
  await expect(rowOf(page, newer)).toHaveCount(0);
  await expect(menuOf(page, older)).toBeFocused();

  await askToDelete(older);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a long wishlist is loaded page by page, and for the keyboard by a press', async ({
  page,
  signInAs,
}) => {
  const { buyer } = await createWishes(60);
  await signInAs(buyer.email);
  await openPage(page, listPath);
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows).toHaveCount(50);
  const nextPages: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('cursor=')) nextPages.push(request.url());
  });
  const more = page.getByRole('button', { name: 'Show more' });
  await more.focus();
  await expect(more).toBeInViewport();
  for (let frame = 0; frame < 10; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  expect(nextPages).toEqual([]);
  await more.press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(rows.nth(50).getByRole('link').first()).toBeFocused();
});

/** The wishlist button of a product that is not on the wishlist; for a guest it is a link. */
function addButton(page: Page, name: string) {
  const label = `Add to your wishlist: ${name}`;
  const main = page.getByRole('main');
  return main.getByRole('button', { name: label }).or(main.getByRole('link', { name: label }));
}

function wishlistedLink(page: Page, name: string) {
  return page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${wishlisted} ?: ${name}$`) });
}

/** Creates a wish of buyer2 for a product that another buyer has paid for. */
async function createSoldWish() {
  const sale = await createSale();
  await wishByApi({ name: 'Somebody', email: 'buyer2@reprise.test' }, sale);
  await payByApi({ ...sale, ...(await bookByApi(sale)) });
  return sale;
}

/** Creates a buyer with this many wishes; their names, the oldest wish first. */
async function createWishes(count: number) {
  const { imageId } = testServer();
  const { buyer, products } = await seed(async (make) => {
    const seller = await make.user({ name: uniqueName('Sol'), role: 'seller' });
    const products: { name: string; productId: string }[] = [];
    for (let number = 1; number <= count; number += 1) {
      const name = uniqueName('Lute');
      // Other stories look for their newest product in Brass, which is the category of products by default.
      const product = { name, imageId, category: 'Keyboard' } as const;
      products.push({ name, productId: await make.product(seller.id, product) });
    }
    return { buyer: await make.user({ name: uniqueName('Bea') }), products };
  });
  for (const product of products) await wishByApi(buyer, { ...product, price: 120.5 });
  return { buyer, names: products.map(({ name }) => name) };
}
