import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { expectToast } from './support/dashboard.ts';
import { expectMember, logIn } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { runningShop } from './support/open-shop.ts';
import { uploadPicture } from './support/own-shop.ts';
import { inTheShop, newName } from './support/people.ts';
import { aBooking, aSale, book, bookByCall, bookNow } from './support/sale.ts';
import { expect, test } from './support/test.ts';

test('a guest who books logs in and is back at the instrument', async ({ page }) => {
  const { name, path } = await aSale();
  await openPage(page, path);
  await page
    .getByRole('link', { name: messages.product.bookNow })
    .filter({ hasText: name })
    .first()
    .click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'buyer@reprise.test');
  await expect(page).toHaveURL(path);
  await expectMember(page);
  await bookNow(page, name).click();
  await expect(page.getByRole('dialog', { name: `Book ${name}` })).toBeVisible();
});

test('the modal says what is missing, and knows the phone of the last time', async ({
  page,
  signInAs,
}) => {
  const { buyer } = await aBooking();
  const { name, path } = await aSale();
  const newcomer = await inTheShop((shop) => shop.user({ name: newName('Nia') }));
  await signInAs(newcomer.email);
  await openPage(page, path);
  await bookNow(page, name).click();
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(modal.getByText(messages.required.phone)).toBeVisible();
  await expect(modal.getByText(messages.required.location)).toBeVisible();
  await expect(modal.getByLabel('Phone')).toBeFocused();
  await expect(modal.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await modal.getByLabel('Phone').fill('555 0100');
  await expect(modal.getByText(messages.required.phone)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(bookNow(page, name)).toBeFocused();

  await signInAs(buyer.email);
  await page.reload();
  await bookNow(page, name).click();
  await expect(modal.getByLabel('Phone')).toHaveValue('555 0199');
  await expect(modal.getByLabel('Meeting location')).toHaveValue('');
});

test('who is slower reads it as a toast and on the modal, and keeps what was typed', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const sale = await aSale();
  const slower = await inTheShop((shop) => shop.user({ name: newName('Sid') }));
  await signInAs(slower.email);
  await openPage(page, sale.path);
  await bookNow(page, sale.name).click();
  await bookByCall(sale);
  await book(page, '555 0111', 'The bandstand');
  await expectToast(page, messages.toast.alreadyBooked);
  const modal = page.getByRole('dialog', { name: `Book ${sale.name}` });
  await expect(modal.getByText(messages.toast.alreadyBooked)).toBeVisible();
  await expect(modal.getByLabel('Phone')).toHaveValue('555 0111');
  await expect(modal.getByLabel('Meeting location')).toHaveValue('The bandstand');
  await expect(page).toHaveURL(sale.path);
});

test('an answer that is lost on the way books once when the person sends it again', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  expectConsole(/request failed: POST .*\/api\/bookings/);
  const { buyer, name, path } = await aSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  await bookNow(page, name).click();
  await page.route('**/api/bookings', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await book(page);
  const modal = page.getByRole('dialog');
  await expect(modal.getByText(/could not be reached/)).toBeVisible();
  await page.unroute('**/api/bookings');
  await modal.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/dashboard/bookings');
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
});

test('nobody books their own instrument', async ({ page, signInAs }) => {
  const { seller, name, path } = await aSale();
  await signInAs(seller.email);
  await openPage(page, path);
  await bookNow(page, name).click();
  const modal = page.getByRole('dialog');
  await expect(modal.getByText('This is your own instrument.')).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Submit' })).toBeDisabled();
});

test('who holds as much as one may is told what to do about it', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const { buyer, name, path } = await aSale();
  const imageId = await uploadPicture(runningShop().url);
  const ids = await inTheShop(async (shop) => {
    const seller = await shop.user({ role: 'seller' });
    const made: string[] = [];
    for (let count = 0; count < limits.openHoldsPerBuyer; count += 1) {
      made.push(await shop.product(seller.id, { name: newName('Lyre'), imageId, price: 75 }));
    }
    return made;
  });
  for (const productId of ids) await bookByCall({ productId, buyer, price: 75 });
  await signInAs(buyer.email);
  await openPage(page, path);
  await bookNow(page, name).click();
  await book(page);
  const words = `You hold ${limits.openHoldsPerBuyer} instruments that are not paid yet`;
  await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
});
