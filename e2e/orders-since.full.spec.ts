import { paths } from '#contract/page-paths.ts';
import { rowOf } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { bookByApi, createBooking } from './support/sales.ts';
import { expect, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test('an order that arrives while the list of a seller is open is shown on request', async ({
  page,
  signInAs,
}) => {
  const { seller, buyer, name } = await createBooking();
  const next = uniqueName('Zither');
  const { imageId } = testServer();
  const productId = await seed((make) => make.product(seller.id, { name: next, imageId }));
  await page.clock.install();
  await signInAs(seller.email);
  await openPage(page, paths.bookings('seller'));
  await expect(rowOf(page, name)).toBeVisible();

  await bookByApi({ productId, price: 120.5, buyer });
  const show = page.getByRole('button', { name: '1 new since you opened this page. Show it' });
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(show).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('1 new booking since you opened this page')).toHaveRole('status');
  await expect(rowOf(page, next)).toHaveCount(0);
  await show.press('Enter');
  await expect(rowOf(page, next).locator(':focus')).toHaveCount(1);
  await expect(rowOf(page, name)).toBeVisible();
});
