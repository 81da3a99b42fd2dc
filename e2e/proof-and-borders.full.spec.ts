import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '#contract/page-paths.ts';
import { openBooking, submit } from './support/booking-dialog.ts';
import { rowOf, saleButton } from './support/dashboard-page.ts';
import { smallImage } from './support/images.ts';
import { openPage } from './support/open-page.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import { startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a bow with a protected material is sold across a border with code, serial number and permit, and its proofs are in the dispute', async ({
  page,
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-shop-'));
  const zones = [
    { id: 'eu', name: 'European Union', countries: ['EU'] },
    { id: 'near', name: 'Switzerland and Norway', countries: ['CH', 'NO'] },
  ];
  const settings = JSON.stringify({ name: 'Reprise', country: 'DE', zones });
  await writeFile(join(folder, 'shop.json'), settings);
  const server = await startSeparateServer({ SHOP_DIR: folder });
  const name = 'Cello bow';
  try {
    const seller = await server.make.user({ name: 'Sol Marsh', role: 'seller' });
    const buyer = await server.make.user({ name: 'Bea Nordby' });
    const admin = await server.make.user({ name: 'Ada Chief', role: 'admin' });
    const productId = await server.make.product(seller.id, {
      name,
      imageId: server.imageId,
      delivery: { pickup: true, shipping: { eu: 10, near: 30 } },
    });
    await server.database
      .sql`update products set kind = 'bow', kind_from = 'seller' where id = ${productId}`;

    // What it is made of, its number, and a picture with a code.
    await signIn(context, seller.email, server);
    await openPage(page, `${server.url}${paths.editProduct(productId)}`);
    await page.getByRole('checkbox', { name: /^Pernambuco/ }).check();
    await page.getByRole('radio', { name: 'I get the permit' }).check();
    await page.getByLabel(/^Serial number/).selectOption({ label: 'I enter it' });
    await page.getByLabel(/^The number/).fill('VB 20417');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(`${server.url}/dashboard/myproduct`);
    await openPage(page, `${server.url}${paths.codePhoto(productId)}`);
    await page.getByLabel('Choose a picture').setInputFiles(await smallImage('violin'));
    await expect(page.getByRole('heading', { name: /^Shown with a code on / })).toBeVisible();

    // The buyer reads what the border means before booking, and before paying.
    await signIn(context, buyer.email, server);
    await openPage(page, `${server.url}${paths.product(productId)}`);
    await page.getByText('Protected materials and borders').click();
    await expect(page.getByText(/^The seller gets the permit for a sale abroad/)).toBeVisible();
    await expect(page.getByText('VB 20417')).toHaveCount(0);
    const dialog = await openBooking(page, name);
    await dialog.getByRole('radio', { name: /Switzerland and Norway/ }).press('Space');
    await dialog.getByLabel('Phone').fill('555 0199');
    await dialog.getByLabel('Country').selectOption({ label: 'Switzerland' });
    await dialog.getByLabel('Street and number').fill('Bahnhofstrasse 1');
    await dialog.getByLabel('Postcode').fill('8001');
    await dialog.getByLabel('City').fill('Zürich');
    await expect(dialog.getByText(/^It comes from another customs area/)).toBeVisible();
    await submit(dialog);
    await rowOf(page, name)
      .getByRole('link', { name: `Pay for ${name}` })
      .press('Enter');
    await expect(page.getByText(/^It comes from another customs area/)).toBeVisible();
    await expect(page.getByText(/The seller applies for it after the payment/)).toBeVisible();
    await expectAccessible(page);
    await pay(page);
    await expectReceipt(page);
    await expect(page.getByRole('heading', { name: 'Sol Marsh gets the permit' })).toBeVisible();
    const saleUrl = page.url();

    // It is not sent before the number is there.
    await signIn(context, seller.email, server);
    await openPage(page, saleUrl);
    await expect(page.getByRole('heading', { name: 'Get the permit', exact: true })).toBeVisible();
    await expect(saleButton(page, 'Mark as sent', name)).toHaveCount(0);
    await expectAccessible(page);
    await saleButton(page, 'Enter the number of the permit', name).press('Enter');
    const permit = page.getByRole('dialog', { name: `The permit for ${name}` });
    await permit.getByRole('button', { name: 'The permit is there' }).press('Enter');
    await expect(permit.getByText('Enter the number of the permit')).toBeVisible();
    await permit.getByLabel('Number of the permit').fill('DE-2026-0815');
    await expectAccessible(page);
    await permit.getByRole('button', { name: 'The permit is there' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Pack it and send it' })).toBeVisible();
    await page.getByRole('link', { name: 'Customs declaration' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customs declaration');
    await page.getByRole('radio', { name: 'CN 23' }).check();
    await page.getByLabel('Weight of the parcel, in kg').fill('0.9');
    const form = page.getByRole('region', { name: /CUSTOMS DECLARATION/ });
    for (const part of ['CN 23', 'Used bow', 'Zürich', '0.9', 'Certificate No. DE-2026-0815'])
      await expect(form.getByText(part)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByLabel('Weight of the parcel, in kg')).toHaveValue('0.9');
    await openPage(page, saleUrl);
    await saleButton(page, 'Mark as sent', name).press('Enter');
    const sending = page.getByRole('dialog', { name: `Send ${name}` });
    await sending.getByLabel('Carrier').fill('DHL');
    await sending.getByRole('button', { name: 'Mark as sent' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();

    // The buyer compares it, and complains.
    await signIn(context, buyer.email, server);
    await openPage(page, saleUrl);
    await expect(page.getByText('DE-2026-0815').first()).toBeVisible();
    await saleButton(page, 'I have received it', name).press('Enter');
    const receipt = page.getByRole('alertdialog');
    await expect(receipt.getByText('417', { exact: true })).toBeVisible();
    await receipt.getByRole('radio', { name: 'No' }).check();
    await receipt.getByRole('button', { name: 'I have received it' }).press('Enter');
    await saleButton(page, 'It is not as described', name).press('Enter');
    const complaint = page.getByRole('dialog');
    await complaint.getByRole('textbox').first().fill('The number on the stick ends with 902.');
    await complaint.getByLabel('What is different?').fill('The number on the stick ends with 902.');
    await complaint.getByRole('button', { name: 'Tell the shop' }).press('Enter');
    await expect(
      page.getByRole('heading', { name: 'The shop compares it with the listing' }),
    ).toBeVisible();

    // The one who decides has all of it.
    await signIn(context, admin.email, server);
    await openPage(page, saleUrl);
    await saleButton(page, 'Decide', name).press('Enter');
    const decision = page.getByRole('dialog');
    await expect(decision.getByText(/the buyer said that it is not the instrument/)).toBeVisible();
    await expect(decision.getByText(/Shown with the code/)).toBeVisible();
    await expect(decision.getByText('The number on the stick ends with 902.')).toBeVisible();
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
