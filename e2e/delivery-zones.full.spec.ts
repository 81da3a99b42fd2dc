import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '#contract/page-paths.ts';
import { fillInAddress, openBooking, submit } from './support/booking-dialog.ts';
import { rowOf, saleButton } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import { startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a shop with its own zones and carriers has a price for each zone and a link to track the parcel', async ({
  page,
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-shop-'));
  const shop = {
    name: 'Reprise',
    zones: [
      { id: 'de', name: { en: 'Germany', de: 'Deutschland' } },
      { id: 'eu', name: 'European Union' },
    ],
    carriers: [{ name: 'Brightpost', trackingUrl: 'https://brightpost.example/find?nr={number}' }],
  };
  await writeFile(join(folder, 'shop.json'), JSON.stringify(shop));
  const server = await startSeparateServer({ SHOP_DIR: folder });
  try {
    const seller = await server.make.user({ name: 'Sol Marsh', role: 'seller' });
    const buyer = await server.make.user({ name: 'Bea Nordby' });
    const productId = await server.make.product(seller.id, {
      name: 'Tenor horn',
      imageId: server.imageId,
      delivery: { pickup: false, shipping: { de: 0, eu: 31 } },
    });
    await signIn(context, buyer.email, server);
    await openPage(page, `${server.url}${paths.product(productId)}`);
    await expect(page.getByText('It ships from')).toBeVisible();
    const dialog = await openBooking(page, 'Tenor horn');
    await expect(dialog.getByRole('radio', { name: 'Pick it up' })).toHaveCount(0);
    await expect(dialog.getByRole('radio', { name: 'Ship it: Germany, free' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'Ship it: European Union, $31' }).press('Space');
    await expect(dialog.getByText('You pay $151.50 in total.')).toBeVisible();
    await dialog.getByLabel('Phone').fill('555 0199');
    await fillInAddress(dialog);
    await submit(dialog);
    await rowOf(page, 'Tenor horn')
      .getByRole('link', { name: 'Pay for Tenor horn' })
      .press('Enter');
    await pay(page);
    await expectReceipt(page);
    const paymentUrl = page.url();

    await signIn(context, seller.email, server);
    await openPage(page, paymentUrl);
    await saleButton(page, 'Mark as sent', 'Tenor horn').press('Enter');
    const form = page.getByRole('dialog', { name: 'Send Tenor horn' });
    const carrier = form.getByLabel('Carrier');
    expect(
      await carrier.evaluate((field: HTMLInputElement) =>
        [...(field.list?.options ?? [])].map(({ value }) => value),
      ),
    ).toEqual(['Brightpost']);
    await carrier.fill('Brightpost');
    await form.getByLabel('Tracking').fill('JJ 42/7');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Mark as sent' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Track the parcel' })).toHaveAttribute(
      'href',
      'https://brightpost.example/find?nr=JJ%2042%2F7',
    );
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
