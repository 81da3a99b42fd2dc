import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { expectToast } from './support/dashboard.ts';
import { expectMember, logIn } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { runningShop } from './support/open-shop.ts';
import { uploadPicture } from './support/own-shop.ts';
import { inTheShop, newName } from './support/people.ts';
import { aSale, book, bookByCall, pay, payByCall, wishByCall } from './support/sale.ts';
import { expect, test } from './support/test.ts';

const { wishlisted, sold } = messages.product;

test('a guest presses the heart, logs in, and is back where the heart now fills', async ({
  page,
}) => {
  const { name, path } = await aSale();
  await openPage(page, path);
  await heart(page, name).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'buyer2@reprise.test');
  await expect(page).toHaveURL(path);
  await expectMember(page);
  await heart(page, name).click();
  await expectToast(page, messages.toast.wishlistAdded);
  await expect(filled(page, name)).toBeVisible();
  await page.reload();
  await expect(filled(page, name)).toBeVisible();
});

test('the heart turns at once, keeps the focus, and leads to the wishlist', async ({
  page,
  signInAs,
}) => {
  const { buyer, name, path } = await aSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/products/*', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.fallback();
  });
  await heart(page, name).press('Enter');
  // Nobody has answered yet.
  await expect(filled(page, name)).toBeVisible();
  await expect(filled(page, name)).toBeFocused();
  answer();
  await expectToast(page, messages.toast.wishlistAdded);
  await filled(page, name).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$75');
});

test('a heart that is refused turns back and says why', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const { buyer, name, path } = await aSale();
  const detail = 'This instrument is not on sale any more';
  await signInAs(buyer.email);
  await openPage(page, path);
  await page.route('**/api/products/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 404,
          json: { title: 'No', detail, modifiedCount: 0 },
          contentType: 'application/problem+json',
        })
      : route.fallback(),
  );
  await heart(page, name).press('Enter');
  await expectToast(page, detail);
  await expect(heart(page, name)).toBeVisible();
  await expect(heart(page, name)).toBeFocused();
  await expect(page.getByRole('main').getByText(detail)).toBeVisible();
});

test('pay of a wish without a booking opens the modal; with one it is the payment', async ({
  page,
  signInAs,
}) => {
  const sale = await aSale();
  const { buyer, name, path } = sale;
  await wishByCall(buyer, sale);
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/wishlist');
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
  await expect(page).toHaveURL(path);
  const modal = page.getByRole('dialog', { name: `Book ${name}` });
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(modal).toBeHidden();

  await openPage(page, '/dashboard/wishlist');
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
  await book(page);
  await expectToast(page, messages.toast.itemBooked);
  await openPage(page, '/dashboard/wishlist');
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
  await expect(page).toHaveURL(/\/dashboard\/payment\//);
  await pay(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
  await openPage(page, '/dashboard/wishlist');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText(messages.booking.paid, { exact: true })).toBeVisible();
});

test('what somebody else has bought meanwhile is sold', async ({ page, signInAs }) => {
  const { name, productId } = await wishedAndSold();
  await signInAs('buyer2@reprise.test');
  await openPage(page, '/dashboard/wishlist');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText(sold, { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`/products/${productId}`);
});

test('a wish is deleted after a question, and the focus goes on to the next', async ({
  page,
  signInAs,
}) => {
  const { buyer, names } = await wishes(2);
  const [older = '', newer = ''] = names;
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/wishlist');
  const del = (name: string) =>
    page.getByRole('button', { name: `Delete ${name} from your wishlist` });
  const question = page.getByRole('alertdialog', { name: `Take ${newer} off your wishlist?` });
  await del(newer).press('Enter');
  await question.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(del(newer)).toBeFocused();

  await del(newer).press('Enter');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.wishlistDeleted);
  await expect(page.getByRole('row').filter({ hasText: newer })).toHaveCount(0);
  await expect(del(older)).toBeFocused();

  await del(older).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing wished for yet' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a long wishlist comes in parts', async ({ page, signInAs }) => {
  const { buyer } = await wishes(60);
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/wishlist');
  const rows = page.getByRole('rowgroup').last().getByRole('row');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(rows.nth(50).getByRole('link').first()).toBeFocused();
});

function heart(page: Page, name: string) {
  const words = `Add to your wishlist: ${name}`;
  const main = page.getByRole('main');
  return main.getByRole('button', { name: words }).or(main.getByRole('link', { name: words }));
}

function filled(page: Page, name: string) {
  return page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${wishlisted} ?: ${name}$`) });
}

/** What buyer2 wished for and somebody else has paid. */
async function wishedAndSold() {
  const sale = await aSale();
  await wishByCall({ name: 'Somebody', email: 'buyer2@reprise.test' }, sale);
  await payByCall({ ...sale, ...(await bookByCall(sale)) });
  return sale;
}

/** Somebody who wishes for so many instruments; their names, the first wish first. */
async function wishes(count: number) {
  const imageId = await uploadPicture(runningShop().url);
  const { buyer, made } = await inTheShop(async (shop) => {
    const seller = await shop.user({ name: newName('Sol'), role: 'seller' });
    const made: { name: string; productId: string }[] = [];
    for (let number = 1; number <= count; number += 1) {
      const name = newName('Lute');
      made.push({ name, productId: await shop.product(seller.id, { name, imageId }) });
    }
    return { buyer: await shop.user({ name: newName('Bea') }), made };
  });
  for (const product of made) await wishByCall(buyer, { ...product, price: 120.5 });
  return { buyer, names: made.map(({ name }) => name) };
}
