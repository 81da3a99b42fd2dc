import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { fillInAddress, openBooking, submit } from './support/booking-dialog.ts';
import { expectToast, rowOf, saleButton } from './support/dashboard-page.ts';
import { query, uniqueName } from './support/database.ts';
import { isFull } from './support/full-tests.ts';
import { requestJob } from './support/jobs.ts';
import {
  chooseImages,
  createSeller,
  expectUploaded,
  fillInListing,
} from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import {
  bookByApi,
  callApi,
  createSale,
  payByApi,
  readBooking,
  type Sale,
} from './support/sales.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInAllAppearances,
  test,
} from './support/test.ts';
import { testServer } from './support/test-server.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const address = { name: 'Bea', lines: ['4 Quayside'], city: 'Leith', country: 'GB' };
const widths = isFull ? [390, 1280] : [390];

for (const width of widths) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('an instrument is booked with shipping, paid, labelled, tracked, received and earned', async ({
      page,
      signInAs,
    }) => {
      const sale = await createSale({ price: 75, shipping: 24.5 });
      const { buyer, seller, name } = sale;
      await signInAs(buyer.email);
      await openPage(page, sale.path);
      await expect(page.getByText('Pick it up, or have it shipped')).toBeVisible();
      const dialog = await openBooking(page, name);
      await dialog.getByLabel('Phone').fill('555 0199');
      await expect(dialog.getByLabel('Meeting location')).toBeVisible();
      await dialog.getByRole('radio', { name: 'Ship it: Everywhere else, $24.50' }).press('Space');
      await expect(dialog.getByLabel('Meeting location')).toHaveCount(0);
      await expect(dialog.getByText('You pay $99.50 in total.')).toBeVisible();
      await submit(dialog);
      await expect(dialog.getByText('Enter the address')).toBeVisible();
      await expect(dialog.getByLabel('Name on the parcel')).toHaveValue(buyer.name);
      await fillInAddress(dialog);
      await expectAccessible(page);
      await submit(dialog);
      await expectToast(page, messages.toast.itemBooked);
      await rowOf(page, name)
        .getByRole('link', { name: `Pay for ${name}` })
        .press('Enter');

      const order = page.getByRole('complementary', { name: 'What you are paying for' });
      await expect(page.getByText('Please pay $99.50 to make it yours.')).toBeVisible();
      await expect(order).toContainText('$75.00 and $24.50 for shipping');
      await expect(order).toContainText('4 Quayside');
      await changeAddress(page, order);
      await pay(page);
      await expectReceipt(page);
      await expect(
        page.getByRole('heading', { name: `${seller.name} packs it and sends it` }),
      ).toBeVisible();
      await expect(page.getByText('Your code for the handover')).toHaveCount(0);
      await page.getByRole('link', { name: 'See the receipt' }).press('Enter');
      const receipt = page.getByRole('article');
      for (const amount of ['$75.00', '$24.50', '$99.50']) {
        await expect(receipt.getByText(amount, { exact: true })).toBeVisible();
      }
      await openPage(page, `/dashboard/bookings`);
      await expect(rowOf(page, name)).toContainText('$99.50');

      const { bookingId, paymentPath } = await findBooking(sale);
      await signInAs(seller.email);
      await openPage(page, paymentPath);
      await expect(page.getByRole('main')).toContainText('9 Quayside');
      await printLabel(page, buyer.name);
      await openPage(page, paymentPath);
      await saleButton(page, 'Mark as sent', name).press('Enter');
      const form = page.getByRole('dialog', { name: `Send ${name}` });
      await expect(form).toContainText('9 Quayside');
      await form.getByLabel('Carrier').fill('Brightpost');
      await expectAccessible(page);
      await expect(form.getByRole('region', { name: 'How to pack it' })).toContainText(
        'Fill the case until nothing moves',
      );
      await form.getByRole('button', { name: 'Mark as sent' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'On its way' })).toBeFocused();

      await signInAs(buyer.email);
      await openPage(page, paymentPath);
      await saleButton(page, 'I have received it', name).press('Enter');
      const question = page.getByRole('alertdialog', { name: `Has ${name} arrived?` });
      await question.getByRole('button', { name: 'I have received it' }).press('Enter');
      await expect(page.getByText('Play it at home', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await expectEarned(page, { seller, bookingId, amount: '$99.50', signInAs });
      await openPage(page, paymentPath);
      await expect(page.getByRole('main')).not.toContainText('9 Quayside');
    });

    test('an instrument that could be shipped is picked up for its price alone', async ({
      page,
      signInAs,
    }) => {
      const sale = await createSale({ price: 75, shipping: 24.5 });
      const { buyer, seller, name } = sale;
      await signInAs(buyer.email);
      await openPage(page, sale.path);
      const dialog = await openBooking(page, name);
      await dialog.getByLabel('Phone').fill('555 0199');
      await expect(dialog.getByRole('radio', { name: 'Pick it up' })).toBeChecked();
      await expect(dialog.getByText('You pay $75 in total.')).toBeVisible();
      await dialog.getByLabel('Meeting location').fill('The old pier');
      await submit(dialog);
      await expectToast(page, messages.toast.itemBooked);
      await rowOf(page, name)
        .getByRole('link', { name: `Pay for ${name}` })
        .press('Enter');
      await expect(page.getByText('Please pay $75.00 to make it yours.')).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText('shipping');
      await pay(page);
      await expectReceipt(page);

      const { bookingId, paymentPath } = await findBooking(sale);
      const { fulfilment } = await readBooking(buyer.email, bookingId);
      await signInAs(seller.email);
      await openPage(page, paymentPath);
      await expect(page.getByRole('link', { name: 'Address label' })).toHaveCount(0);
      await openPage(page, paths.paper(bookingId, 'label'));
      await expect(page.getByText('There is no address to print.')).toBeVisible();
      await expectAccessible(page);
      await openPage(page, paymentPath);
      await expect(page.getByRole('main')).toContainText('The old pier');
      await saleButton(page, 'Enter the code', name).press('Enter');
      const form = page.getByRole('dialog', { name: `Hand over ${name}` });
      await form.getByLabel(`${buyer.name}’s code`).fill(fulfilment?.code ?? '');
      await form.getByRole('button', { name: 'Confirm' }).press('Enter');
      await expectToast(page, `${name} is handed over`);
      await expectEarned(page, { seller, bookingId, amount: '$75.00', signInAs });
    });
  });
}

test('two who meet after all get a code, and the address is gone', async ({ page, signInAs }) => {
  const sale = await createSale({ price: 75, shipping: 24.5 });
  const { buyer, seller, name } = sale;
  const booked = await bookByApi(sale, 'Leith', { zone: 'everywhere', address });
  await payByApi({ ...sale, ...booked, price: 99.5 });
  await signInAs(buyer.email);
  await openPage(page, booked.paymentPath);
  await saleButton(page, 'We meet after all', name).press('Enter');
  const question = page.getByRole('alertdialog', {
    name: `Meet for ${name} instead of having it sent?`,
  });
  await expect(question).toContainText('$24.50 for shipping goes back to your card');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'We meet after all' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'You would rather meet' })).toBeFocused();

  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await expect(rowOf(page, name)).toContainText(`${buyer.name} would rather meet`);
  await saleButton(page, 'Answer', name).press('Enter');
  const answer = page.getByRole('alertdialog', { name: `${buyer.name} would rather meet` });
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Agree to meet' }).press('Enter');
  await expect(rowOf(page, name)).toContainText('Hand it over');
  await expect(rowOf(page, name)).toContainText('$24.50 for shipping goes back');
  await openPage(page, booked.paymentPath);
  await expect(page.getByRole('main')).not.toContainText(/Quayside|Leith/);
  const { fulfilment } = await readBooking(buyer.email, booked.bookingId);
  await callApi(seller.email, `/bookings/${booked.bookingId}/handover`, {
    code: fulfilment?.code ?? '',
  });
});

test('a booking without an address asks for it before the card', async ({ page, signInAs }) => {
  const sale = await createSale({ price: 75, shipping: 24.5 });
  const { buyer, productId } = sale;
  await callApi(buyer.email, '/bookings', {
    productId,
    price: 75,
    phone: '555 0199',
    location: 'Leith',
    delivery: { zone: 'everywhere', address },
  });
  const { bookingId, paymentPath } = await findBooking(sale);
  // As when a seller accepts an offer whose buyer has deleted the address.
  await query((sql) => sql`delete from booking_addresses where booking_id = ${bookingId}`);
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  const main = page.getByRole('main');
  await expect(main.getByText('Where should it be sent?')).toBeVisible();
  await expect(main.getByLabel('Card number')).toHaveCount(0);
  const form = page.getByRole('form', { name: 'Where should it be sent?' });
  await expect(form.getByLabel('Street and number')).toHaveValue('4 Quayside');
  await expectAccessibleInAllAppearances(page);
  await form.getByLabel('Postcode').fill('EH6 6QQ');
  await form.getByRole('button', { name: 'Continue to the payment' }).press('Enter');
  await pay(page);
  await expectReceipt(page);
});

test('a seller enters the price of shipping, and a guest reads it without JavaScript', async ({
  page,
  browser,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const seller = await createSeller();
  const name = uniqueName('Cornet');
  await signInAs(seller.email);
  await openPage(page, paths.addProduct());
  await fillInListing(page, name);
  await chooseImages(page, 'banjo');
  await expectUploaded(page, 1);
  await page.getByRole('radio', { name: 'Pickup or shipping' }).press('Space');
  const price = page.getByLabel('Everywhere else');
  const add = page.getByRole('main').getByRole('button', { name: 'Add Product', exact: true });
  await add.press('Enter');
  await expect(page.getByText('Enter the price of shipping; 0 is free')).toBeVisible();
  await price.fill('-3');
  await expect(page.getByText('Enter the price of shipping; 0 is free')).toHaveCount(0);
  await price.fill('12.90');
  // Back to the top, where the bar lies over no field.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleInAllAppearances(page);
  await add.press('Enter');
  await expect(page).toHaveURL(paths.myProducts());

  const [product] = await query(
    (sql) => sql<{ id: string }[]>`select id from products where name = ${name}`,
  );
  const path = paths.product(product?.id ?? '');
  const context = await browser.newContext({
    baseURL: testServer().url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const plain = await context.newPage();
  await plain.goto(path);
  await expect(plain.getByText('Pick it up, or have it shipped')).toBeVisible();
  await expect(plain.getByRole('listitem').filter({ hasText: 'Everywhere else' })).toContainText(
    '$12.90',
  );
  await context.close();

  await openPage(page, path);
  await expectToFitEverywhere(page);
});

/** On the payment page, by keyboard; what is missing is told, and nothing that was typed is lost. */
async function changeAddress(page: Page, order: Locator): Promise<void> {
  await order.getByRole('button', { name: 'Change the address' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Where should it be sent?' });
  await expect(dialog.getByLabel('City')).toHaveValue('Leith');
  await dialog.getByLabel('City').fill('');
  await dialog.getByLabel('Street and number').fill('9 Quayside');
  const save = dialog.getByRole('button', { name: 'Save the address' });
  await save.press('Enter');
  await expect(dialog.getByText('Enter the city')).toBeVisible();
  await expect(dialog.getByLabel('Street and number')).toHaveValue('9 Quayside');
  await dialog.getByLabel('City').fill('Leith');
  await expectAccessible(page);
  await save.press('Enter');
  await expectToast(page, 'Your address is saved');
  await expect(order).toContainText('9 Quayside');
}

/** Opens the label from the page of the sale: one sheet of A6, with the address and nothing of the page around it. */
async function printLabel(page: Page, buyerName: string): Promise<void> {
  await page.getByRole('link', { name: 'Address label' }).press('Enter');
  const label = page.getByRole('article');
  await expect(page.getByRole('heading', { level: 1, name: 'Address label' })).toBeFocused();
  for (const line of [buyerName, '9 Quayside', 'Leith', 'EH6 6QQ', 'United Kingdom']) {
    await expect(label.getByText(line, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  const sheets = await page.pdf({ preferCSSPageSize: true });
  const sizes = [...sheets.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  // In points; 105 and 148 mm.
  expect(
    sizes.map(([, wide, high]) => [Math.round(Number(wide)), Math.round(Number(high))]),
  ).toEqual([[298, 420]]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print the label' })).toBeHidden();
  await page.emulateMedia({ media: null });
}

/** The booking of a sale that was made in the browser. */
async function findBooking({ productId }: Sale) {
  const [row] = await query(
    (sql) => sql<{ id: string }[]>`select id from bookings where product_id = ${productId}`,
  );
  const bookingId = row?.id ?? '';
  return { bookingId, paymentPath: paths.payment(bookingId) };
}

/** Ends the return window, and waits until the seller's earnings have the amount. */
async function expectEarned(
  page: Page,
  {
    seller,
    bookingId,
    amount,
    signInAs,
  }: {
    seller: { email: string };
    bookingId: string;
    amount: string;
    signInAs: (email: string) => Promise<void>;
  },
): Promise<void> {
  await query(
    (sql) => sql`
      update fulfilments set paid_at = paid_at - interval '4 days',
        sent_at = sent_at - interval '4 days', received_at = received_at - interval '4 days',
        return_until = now() - interval '1 hour'
      where booking_id = ${bookingId}`,
  );
  await requestJob('sales-completed');
  await signInAs(seller.email);
  const ready = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: /^Ready/ });
  await expect(async () => {
    await openPage(page, paths.earnings());
    await expect(ready).toContainText(amount, { timeout: 1_000 });
  }).toPass();
}
