import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { createBooking, createPurchase, createSale, receiveSale } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the dashboard says what to do next, and leads there', async ({ page, signInAs }) => {
  const held = await createBooking();
  const { buyer, seller, name, paymentPath } = held;
  await signInAs(buyer.email);
  await openPage(page, '/dashboard');
  const tasks = page.getByRole('region', { name: 'What to do next' });
  await expect(tasks.getByRole('listitem')).toContainText(/(1 day 23 h|2 days) left/);
  await expectAccessible(page);
  await tasks.getByRole('link', { name: `Pay for ${name}` }).press('Enter');
  await expect(page).toHaveURL(paymentPath);

  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  await expect(tasks.getByRole('listitem')).toContainText(`Call ${buyer.name}: 555 0199`);
  await expect(tasks.getByRole('link', { name: '555 0199' })).toHaveAttribute(
    'href',
    'tel:5550199',
  );
  await tasks.getByRole('link', { name: `${name} has been booked` }).click();
  await expect(page).toHaveURL('/dashboard/bookings?as=seller');
});

test('a paid instrument is to be handed over, and afterwards there is nothing to do', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, bookingId, paymentPath } = await createPurchase();
  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  const tasks = page.getByRole('region', { name: 'What to do next' });
  await expect(tasks.getByRole('listitem').first()).toContainText(`Hand over ${name}`);
  await expect(
    tasks.getByRole('link', { name: 'Add your bank account to get paid' }),
  ).toBeVisible();
  await tasks.getByRole('link', { name: `Hand over ${name}` }).click();
  await expect(page).toHaveURL(paymentPath);

  await receiveSale(bookingId);
  await signInAs(buyer.email);
  await openPage(page, '/dashboard');
  await expect(tasks).toContainText('Nothing to do');
  await expectAccessible(page);
  await tasks.getByRole('link', { name: 'Browse the shop' }).click();
  await expect(page).toHaveURL('/');
});

test('the task about categories leads to the listings without one', async ({ page, signInAs }) => {
  const [named, other] = [uniqueName('Oboe'), uniqueName('Flute')];
  const seller = await seed(async (make) => {
    const made = await make.user({ role: 'seller' });
    const { imageId } = testServer();
    await make.product(made.id, { name: named, category: undefined, imageId });
    await make.product(made.id, { name: other, imageId });
    return made;
  });
  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  await page.getByRole('link', { name: '1 listing has no category' }).click();
  await expect(page.getByText('Only listings without a category are shown.')).toBeVisible();
  await expect(page.getByRole('cell', { name: named }).first()).toBeVisible();
  await expect(page.getByText(other)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show all listings' }).press('Enter');
  await expect(page.getByText(other).first()).toBeVisible();
});

test('the dashboard of an admin counts the sellers to verify, and a long list is cut', async ({
  page,
  signInAs,
}) => {
  const buyer = await seed((make) => make.user({ name: uniqueName('Bea') }));
  await signInAs('admin@reprise.test');
  await createSale();
  await openPage(page, '/dashboard');
  const tasks = page.getByRole('region', { name: 'What to do next' });
  await expect(tasks.getByRole('link', { name: /sellers? to verify$/ })).toBeVisible();
  await expectAccessible(page);

  for (let count = 0; count < 10; count += 1) await createBooking({ buyer });
  await signInAs(buyer.email);
  await openPage(page, '/dashboard');
  await expect(tasks.getByRole('listitem')).toHaveCount(8);
  await tasks.getByRole('link', { name: 'and 2 more' }).click();
  await expect(page).toHaveURL('/dashboard/bookings');
});
