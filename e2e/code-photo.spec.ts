import { expectToast, saleButton } from './support/dashboard-page.ts';
import { query } from './support/database.ts';
import { smallImage } from './support/images.ts';
import { openPage } from './support/open-page.ts';
import { bookByApi, callApi, createSale, payByApi } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a seller adds a picture with a code, a guest reads what it shows, and its buyer says that it is another instrument', async ({
  page,
  browser,
  baseURL,
  signInAs,
}) => {
  const sale = await createSale({ shipping: 5 });
  const { name, path, seller, buyer, productId } = sale;
  await signInAs(seller.email);
  await openPage(page, '/dashboard/myproduct');
  await page.getByRole('link', { name: `Picture with a code of ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Picture with a code of ${name}`,
  );
  const code = await page.getByText(/^[A-Z]{6}$/).textContent();
  await page.getByLabel('Choose a picture').setInputFiles(await smallImage('trumpet'));
  await expectToast(page, 'The picture with the code is in your listing');
  await expect(page.getByRole('heading', { name: /^Shown with a code on / })).toBeVisible();
  await expectAccessible(page);

  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await guest.goto(path);
  await guest.getByRole('heading', { name: /^Shown with a code on / }).click();
  await expect(guest.getByText(code ?? 'no code', { exact: true })).toBeVisible();
  await expect(guest.getByText(/^It is no proof: pictures can be edited\./)).toBeVisible();
  await expect(
    guest.getByRole('link', { name: 'Report that the picture is not real' }),
  ).toHaveAttribute('href', `/report/product/${productId}`);
  await expectAccessible(guest);
  await guest.context().close();

  const address = { name: buyer.name, lines: ['12 Quay Street'], city: 'Leith', country: 'GB' };
  const booked = await bookByApi(sale, 'EH6 Leith', { zone: 'everywhere', address });
  const { bookingId, paymentPath } = booked;
  await payByApi({ ...sale, ...booked, price: sale.price + 5 });
  await callApi(seller.email, `/bookings/${bookingId}/sent`, { carrier: 'Royal Mail' });
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'I have received it', name).press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: 'No' }).check();
  await question.getByRole('button', { name: 'I have received it' }).press('Enter');
  await expectToast(page, 'Receipt confirmed');
  const [row] = await query(
    (sql) => sql<{ same: boolean }[]>`
      select is_same_instrument as same from fulfilments where booking_id = ${bookingId}`,
  );
  expect(row?.same).toBe(false);
});
