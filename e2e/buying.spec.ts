import { messages } from '#contract/messages.ts';
import { expectToast, rowOf } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import {
  bookNowButton,
  callApi,
  createPurchase,
  createSale,
  readBooking,
  submitBooking,
} from './support/sales.ts';
import { expect, test } from './support/test.ts';

test('a buyer books a product, pays for it and gets a receipt, and its seller sees the order', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, path } = await createSale({ price: 1_250.5 });
  await signInAs(buyer.email);
  await openPage(page, path);
  await bookNowButton(page, name).click();
  const dialog = page.getByRole('dialog', { name: `Book ${name}` });
  await expect(dialog).toContainText('$1,250.50');
  await expect(dialog.getByLabel('Your name')).toHaveValue(buyer.name);
  await expect(dialog.getByLabel('Your email')).toHaveValue(buyer.email);
  await expect(dialog.getByLabel('Your email')).toHaveAttribute('readonly');
  await submitBooking(page);
  await expectToast(page, messages.toast.itemBooked);
  await expect(page).toHaveURL('/dashboard/bookings');
  await expect(page.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible();
  const row = rowOf(page, name);
  await expect(row).toContainText('The old pier');
  await expect(row).toContainText(/(1 day 23 h|2 days) left/);
  await row.getByRole('link', { name: `Pay for ${name}` }).click();

  await expect(page.getByRole('heading', { level: 1, name: `Payment For ${name}` })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Please pay $1,250.50');
  await pay(page);
  await expectReceipt(page);
  const main = page.getByRole('main');
  await expect(main.getByText(messages.payment.transactionId)).toBeVisible();
  await expect(main).toContainText(/pi_\w+/);
  await expect(main).toContainText('555-0142');

  await openPage(page, path);
  await expect(main.getByText(messages.product.sold, { exact: true })).toBeVisible();

  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings');
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  await page.getByRole('link', { name: 'As a seller' }).click();
  const order = rowOf(page, name);
  await expect(order).toContainText(buyer.name);
  await expect(order).toContainText('555 0199');
  await expect(order).toContainText(messages.booking.paid);
});

test('only the buyer sees the handover code, as digits and as a QR code, until it is used', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, bookingId, paymentPath } = await createPurchase();
  const { fulfilment } = await readBooking(buyer.email, bookingId);
  const code = fulfilment?.code ?? 'none';
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  const shown = page.getByRole('region', { name: 'Your code for the handover' });
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media });
    await expect(shown.getByText([...code].join(' '))).toBeVisible();
    await expect(shown.getByText(`${code.slice(0, 3)} ${code.slice(3)}`)).toBeVisible();
    await expect(shown.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expect(shown).toContainText('Send me the code and I’ll ship it');
  }
  await page.emulateMedia({ media: 'screen' });

  await signInAs(seller.email);
  await openPage(page, paymentPath);
  await expect(page.getByRole('heading', { name: 'Hand it over, or send it' })).toBeVisible();
  await expect(shown).toHaveCount(0);
  await callApi(seller.email, `/bookings/${bookingId}/handover`, { code });
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await expectReceipt(page);
  await expect(shown).toHaveCount(0);
});

test('a receipt is printed without menus, buttons and footer', async ({ page, signInAs }) => {
  const { buyer, seller, paymentPath } = await createPurchase();
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await page.getByRole('link', { name: 'See the receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeFocused();
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText(seller.name).first()).toBeVisible();
  await expect(main.getByText('Reprise', { exact: true })).toBeVisible();
  await expect(main.getByText('$75.00', { exact: true })).toBeVisible();
  await expect(main.getByText(/^pi_/)).toBeVisible();
  await expect(main.getByRole('button', { name: 'Print the receipt' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
});

test('the receipt of a buyer who has not confirmed the email says so and sends the link again', async ({
  page,
  signInAs,
}) => {
  const user = { name: uniqueName('Una'), emailProvenAt: undefined };
  const buyer = await seed((make) => make.user(user));
  const { paymentPath } = await createPurchase({ buyer });
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await expectReceipt(page);
  const notice = page.getByRole('region', { name: 'Confirm your email' });
  await expect(notice).toContainText(buyer.email);
  await expect(notice.getByRole('button', { name: 'Send it again' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(notice).toBeHidden();
});
