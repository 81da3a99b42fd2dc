import { paths } from '#contract/page-paths.ts';
import { expectToast, rowOf, saleButton } from './support/dashboard-page.ts';
import { query } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { callApi, createReceivedPurchase } from './support/sales.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInAllAppearances,
  test,
} from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(120_000);

test('a buyer for whom all is well says so from the list, with stars, and the seller comes from the mail', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, bookingId, paymentPath } = await createReceivedPurchase();
  await signInAs(buyer.email);
  await openPage(page, paths.bookings());
  await saleButton(page, 'All is well', name).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Is all well with ${name}?` });
  await expect(dialog).toContainText(`${seller.name} is paid now, and you can no longer return it`);
  await dialog.getByRole('radio', { name: '5 stars' }).press('Space');
  await expectAccessibleInAllAppearances(page);
  await dialog.getByRole('button', { name: 'All is well' }).press('Enter');
  await expectToast(page, `Thank you. We have told ${seller.name}`);
  await expect(rowOf(page, name)).toContainText('Complete');

  await signInAs(seller.email);
  await openPage(page, paths.payment(bookingId, 'review'));
  const form = page.getByRole('dialog', { name: `How was it with ${buyer.name}?` });
  await form.getByRole('radio', { name: '5 stars' }).press('Space');
  await form.getByRole('button', { name: 'Save the review' }).press('Enter');
  await expect(form).toBeHidden();
  await openPage(page, paymentPath);
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('The review by');
});

test('both sides review a completed sale by keyboard, sealed until both have written', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, bookingId, paymentPath } = await createReceivedPurchase();
  await query(
    (sql) => sql`
      update fulfilments set state = 'completed', completed_at = now() where booking_id = ${bookingId}`,
  );
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByRole('button', { name: 'Write a review' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Review (optional)').fill('One dent more than told');
  await dialog.getByRole('button', { name: 'Save the review' }).press('Enter');
  await expect(dialog.getByText('Give one to five stars')).toBeVisible();
  await expect(dialog.getByLabel('Review (optional)')).toHaveValue('One dent more than told');
  await expectAccessibleInAllAppearances(page);
  await dialog.getByRole('radio', { name: '4 stars' }).press('Space');
  await dialog.getByRole('button', { name: 'Save the review' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(reviews).toContainText('Sealed');
  await expect(reviews).toContainText('One dent more than told');
  await expectAccessible(page);
  await expectToFitEverywhere(page);

  await signInAs(seller.email);
  await openPage(page, paymentPath);
  await expect(reviews).toContainText('has written a review');
  await expect(page.getByText('One dent more than told')).toHaveCount(0);
  await callApi(seller.email, `/bookings/${bookingId}/reviews`, { rating: 5 });
  await openPage(page, paymentPath);
  await expect(reviews).toContainText('One dent more than told');
  await reviews.getByRole('button', { name: 'Reply to the review' }).press('Enter');
  await dialog.getByLabel('Reply').fill('Sorry about that');
  await dialog.getByRole('button', { name: 'Send the reply' }).press('Enter');
  await expect(dialog).toBeHidden();

  const [row] = await query(
    (sql) => sql<{ id: string }[]>`select seller_id as id from bookings where id = ${bookingId}`,
  );
  await openPage(page, paths.seller(row?.id ?? ''));
  const published = page.getByRole('region', { name: 'Reviews by buyers' });
  await expect(published).toContainText('One dent more than told');
  await expect(published).toContainText('Sorry about that');
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
});
