import { expectToast, saleButton } from './support/dashboard-page.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { smallImage } from './support/images.ts';
import { openPage } from './support/open-page.ts';
import { bookByApi, callApi, createSale, payByApi } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

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

test('a buyer and a seller agree that a later listing says that it was sold here, which a guest reads until one takes it back', async ({
  page,
  browser,
  baseURL,
  signInAs,
}) => {
  const buyer = await seed((make) => make.user({ name: uniqueName('Ada'), role: 'seller' }));
  const sale = await createSale({ buyer });
  const { name, seller, productId } = sale;
  const number = `${uniqueName('SN')} 1`;
  const sayNumber = (email: string, id: string) =>
    callApi(
      email,
      `/products/${id}`,
      { brand: 'Besson', serial: { state: 'number', number } },
      'PATCH',
    );
  await sayNumber(seller.email, productId);
  const booked = await bookByApi(sale);
  const { bookingId, paymentPath } = booked;
  await payByApi({ ...sale, ...booked });
  await callApi(seller.email, `/bookings/${bookingId}/sent`, { carrier: 'Royal Mail' });

  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'I have received it', name).press('Enter');
  const question = page.getByRole('alertdialog');
  const box = question.getByRole('checkbox', { name: /^If I list it here again, my listing may/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'I have received it' }).press('Enter');
  await expectToast(page, 'Receipt confirmed');
  const answer = page.getByRole('switch', { name: 'Say that it was sold here before' });
  await expect(answer).toBeChecked();
  await expectAccessible(page);
  await callApi(buyer.email, `/bookings/${bookingId}/approval`, {});

  const { imageId } = testServer();
  const laterId = await seed((make) =>
    make.product(buyer.id, { name: uniqueName('Tenor'), imageId }),
  );
  await sayNumber(buyer.email, laterId);
  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const note = guest.getByRole('heading', { name: /^Sold in this shop before, in \w+ \d{4}$/ });
  await guest.goto(`/products/${laterId}`);
  await expect(guest.getByRole('heading', { name: 'The instrument', exact: true })).toBeVisible();
  await expect(note).toBeHidden();

  await signInAs(seller.email);
  await openPage(page, paymentPath);
  await expect(answer).not.toBeChecked();
  await answer.press('Space');
  await expectToast(page, 'Answer saved');
  await expect(answer).toBeChecked();
  await guest.reload();
  await note.click();
  await expect(
    guest.getByText(/^The shop has not looked at the instrument: sellers/),
  ).toBeVisible();
  await expectAccessible(guest);

  await answer.press('Space');
  await expect(answer).not.toBeChecked();
  await expect(page.getByRole('heading', { name: 'If it is listed here again' })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'The instrument', exact: true })).toBeVisible();
  await expect(note).toBeHidden();
  await guest.context().close();
});
