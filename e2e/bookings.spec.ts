import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { brokenWords } from './support/broken-words.ts';
import { chooseFromMenu, expectToast, menuOf, rowOf } from './support/dashboard-page.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { payButton } from './support/payment-page.ts';
import { refuseRequests } from './support/requests.ts';
import {
  bookByApi,
  bookNowButton,
  callApi,
  createBooking,
  createPurchase,
  createReceivedPurchase,
  createSale,
} from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a booking is deleted after a dialog that names it, and the focus moves to the next one', async ({
  page,
  signInAs,
}) => {
  const first = await createBooking();
  const second = await createSale();
  await bookByApi({ ...second, buyer: first.buyer });
  await signInAs(first.buyer.email);
  await openPage(page, '/dashboard/bookings');
  const askToDelete = (name: string) => chooseFromMenu(page, name, 'Delete the booking');
  const dialog = page.getByRole('alertdialog', { name: `Delete the booking of ${second.name}?` });
  await askToDelete(second.name);
  await expect(dialog).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menuOf(page, second.name)).toBeFocused();
  await askToDelete(second.name);
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.bookingDeleted);
  await expect(rowOf(page, second.name)).toHaveCount(0);
  await expect(menuOf(page, first.name)).toBeFocused();

  await askToDelete(first.name);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing booked yet' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await openPage(page, second.path);
  await expect(page.getByRole('main')).toContainText('you can book it again from');

  const other = await seed((make) => make.user({ name: uniqueName('Uma') }));
  await signInAs(other.email);
  await openPage(page, second.path);
  await bookNowButton(page, second.name).click();
  await expect(page.getByRole('dialog', { name: `Book ${second.name}` })).toBeVisible();
});

test('a refused deletion shows the reason in the dialog and changes nothing', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const { buyer, name } = await createBooking();
  const detail = 'This booking was paid a moment ago';
  const members = { deletedCount: 0 };
  const refusal = { status: 409, detail, method: 'DELETE', members };
  await refuseRequests(page, '**/api/bookings/*', refusal);
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  await chooseFromMenu(page, name, 'Delete the booking');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText(detail);
  await expectToast(page, detail);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(rowOf(page, name)).toBeVisible();
});

test('booking and paying work with the keyboard alone', async ({ page, signInAs }) => {
  const { buyer, name, path } = await createSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  await tabTo(page, messages.product.bookNow);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Book ${name}` });
  await expect(dialog).toBeVisible();
  await tabTo(page, 'Phone');
  await page.keyboard.type('555 0123');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The quay');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/bookings');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('link', { name: `Pay for ${name}` })).toBeVisible();
  await tabTo(page, 'Pay');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Payment For ${name}` })).toBeFocused();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await tabTo(page, 'Card number');
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  // The form takes Enter once it has asked for the state of the payment.
  await expect(payButton(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('heading', { name: messages.payment.completed });
  await expect(receipt).toBeFocused();
});

test('the menu of a booking opens and closes by keyboard and by touch, and what is under it stays in place', async ({
  page,
  signInAs,
}) => {
  const { buyer, name } = await createPurchase();
  const other = await createSale();
  await bookByApi({ ...other, buyer });
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  const menu = page.getByRole('menu', { name: `More for ${name}` });
  const entry = (label: string) => menu.getByRole('menuitem', { name: label });
  await menuOf(page, name).press('ArrowUp');
  await expect(entry('Ask to cancel')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(entry('See the sale')).toBeFocused();
  await page.keyboard.press('i');
  await expect(entry('I have received it')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(entry('See the sale')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(menuOf(page, name)).toBeFocused();

  await page.setViewportSize({ width: 320, height: 640 });
  const heightBefore = (await rowOf(page, other.name).boundingBox())?.height;
  await menuOf(page, other.name).click();
  const deletion = page.getByRole('menuitem', { name: 'Delete the booking' });
  expect((await deletion.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect((await rowOf(page, other.name).boundingBox())?.height).toBe(heightBefore);
  // A card that is painted over the menu of the one before it would take the press.
  await deletion.click();
  await expect(page.getByRole('alertdialog')).toContainText(other.name);
  await page.keyboard.press('Escape');
  await expect(menuOf(page, other.name)).toBeFocused();

  await menuOf(page, name).press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu).toHaveCount(0);
  await menuOf(page, name).press('Enter');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(menu).toHaveCount(0);
  await chooseFromMenu(page, name, 'See the sale');
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();
});

test('My Bookings lists first what needs the buyer, then what is under way and what is finished, across pages', async ({
  page,
  signInAs,
}) => {
  const finished = await createReceivedPurchase();
  const { buyer } = finished;
  await query(
    (sql) => sql`
      update fulfilments set state = 'completed', completed_at = now()
      where booking_id = ${finished.bookingId}`,
  );
  const toPay = await createBooking({ buyer });
  const underWay = await createPurchase({ buyer });
  await page.route(/\/api\/bookings\?/, async (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('limit', '2');
    await route.continue({ url: address.href });
  });
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  const cards = page.getByRole('list', { name: 'Your bookings' }).getByRole('article');
  await expect(cards).toHaveCount(3);
  for (const [index, { name }] of [toPay, underWay, finished].entries()) {
    await expect(cards.nth(index)).toContainText(name);
  }
  const headings = page
    .getByRole('list', { name: 'Your bookings' })
    .getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Needs you', 'Under way', 'Finished']);
  await expectAccessible(page);
});

/** Presses Tab until the focused element's name or label starts with this text. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
      return label?.textContent?.trim() ?? '';
    });
    if (focused.startsWith(text)) return;
  }
  throw new Error(`Tab does not reach ${text}`);
}

test('no word is broken in the steps of a sale on a phone', async ({ page, signInAs }) => {
  const other = await createPurchase();
  const { buyer, paymentPath } = other;
  const contested = await createPurchase({ buyer });
  for (const sale of [other, contested]) {
    const address = `/bookings/${sale.bookingId}`;
    await callApi(sale.seller.email, `${address}/sent`, { carrier: 'DHL' });
    await callApi(buyer.email, `${address}/received`, {});
  }
  const address = `/bookings/${contested.bookingId}/return`;
  await callApi(buyer.email, address, { reason: 'It is larger than I thought.' });
  const reason = 'Its size was in the listing.';
  await callApi(contested.seller.email, address, { state: 'contested', reason }, 'PUT');
  await signInAs(buyer.email);
  const steps = page.getByRole('list', { name: 'Steps of the sale' });
  for (const path of [paymentPath, contested.paymentPath, '/dashboard/bookings']) {
    await openPage(page, path);
    const isList = path === '/dashboard/bookings';
    if (isList) await expect(page.getByRole('article')).toHaveCount(2);
    else await expect(steps.locator('[aria-current=step]')).toHaveCount(1);
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      if (!isList) expect(await brokenWords(steps), `${width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});
