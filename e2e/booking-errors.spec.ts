import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { expectToast, rowOf } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { expectSignedIn, logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import {
  bookByApi,
  bookNowButton,
  createBooking,
  createSale,
  submitBooking,
} from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test('a guest who presses Book Now logs in and the booking dialog opens', async ({ page }) => {
  const { name, path } = await createSale();
  await openPage(page, path);
  await page
    .getByRole('link', { name: messages.product.bookNow })
    .filter({ hasText: name })
    .first()
    .click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'buyer@reprise.test');
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('dialog', { name: `Book ${name}` })).toBeVisible();
  await expectSignedIn(page);
  // It is opened once: a reload does not ask again.
  await page.reload();
  await expect(bookNowButton(page, name)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the booking dialog asks for missing fields, and remembers the phone number', async ({
  page,
  signInAs,
}) => {
  const { buyer: returningBuyer } = await createBooking();
  const { name, path } = await createSale();
  const newBuyer = await seed((make) => make.user({ name: uniqueName('Nia') }));
  await signInAs(newBuyer.email);
  await openPage(page, path);
  await bookNowButton(page, name).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(dialog.getByText(messages.required.phone)).toBeVisible();
  await expect(dialog.getByText(messages.required.location)).toBeVisible();
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await expect(dialog.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByLabel('Phone').fill('555 0100');
  await expect(dialog.getByText(messages.required.phone)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bookNowButton(page, name)).toBeFocused();

  await signInAs(returningBuyer.email);
  await page.reload();
  await bookNowButton(page, name).click();
  await expectAccessible(page);
  await expect(dialog.getByLabel('Phone')).toHaveValue('555 0199');
  await expect(dialog.getByLabel('Meeting location')).toHaveValue('');
});

test('a buyer who is too late is told in a toast and in the dialog, and the form stays filled in', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const sale = await createSale();
  const lateBuyer = await seed((make) => make.user({ name: uniqueName('Sid') }));
  await signInAs(lateBuyer.email);
  await openPage(page, sale.path);
  await bookNowButton(page, sale.name).click();
  await bookByApi(sale);
  await submitBooking(page, '555 0111', 'The bandstand');
  await expectToast(page, messages.toast.alreadyBooked);
  const dialog = page.getByRole('dialog', { name: `Book ${sale.name}` });
  await expect(dialog.getByText(messages.toast.alreadyBooked)).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByLabel('Phone')).toHaveValue('555 0111');
  await expect(dialog.getByLabel('Meeting location')).toHaveValue('The bandstand');
  await expect(page).toHaveURL(sale.path);
});

test('a booking whose response was lost is made once when it is submitted again', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  expectConsole(/request failed: POST .*\/api\/bookings/);
  const { buyer, name, path } = await createSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  await bookNowButton(page, name).click();
  await page.route('**/api/bookings', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await submitBooking(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/could not be reached/)).toBeVisible();
  await page.unroute('**/api/bookings');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/dashboard/bookings');
  await expect(rowOf(page, name)).toHaveCount(1);
});

test('sellers cannot book their own product', async ({ page, signInAs }) => {
  const { seller, name, path, productId } = await createSale();
  await signInAs(seller.email);
  await openPage(page, path);
  const edit = page.getByRole('link', { name: new RegExp(`^Edit ?: ${name}$`) }).first();
  await expect(edit).toBeVisible();
  await expect(bookNowButton(page, name)).toHaveCount(0);
  await edit.click();
  await expect(page).toHaveURL(`/dashboard/myproduct/${productId}/edit`);
});

test('a buyer at the limit of open holds is told what to do about it', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const { buyer, name, path } = await createSale();
  const { imageId } = testServer();
  const productIds = await seed(async (make) => {
    const seller = await make.user({ role: 'seller' });
    const created: string[] = [];
    for (let count = 0; count < limits.openHoldsPerBuyer; count += 1) {
      created.push(await make.product(seller.id, { name: uniqueName('Lyre'), imageId, price: 75 }));
    }
    return created;
  });
  for (const productId of productIds) await bookByApi({ productId, buyer, price: 75 });
  await signInAs(buyer.email);
  await openPage(page, path);
  await bookNowButton(page, name).click();
  await submitBooking(page);
  const text = `You hold ${limits.openHoldsPerBuyer} instruments that are not paid yet`;
  await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
});
