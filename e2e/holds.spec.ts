import { holdEndedTexts } from '#contract/after-sale/sale-step-table.ts';
import { messages } from '#contract/messages.ts';
import { chooseFromMenu, expectToast, rowOf } from './support/dashboard-page.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { holdRequests } from './support/requests.ts';
import {
  bookByApi,
  bookNowButton,
  createBooking,
  createSale,
  expireHoldIn,
} from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a product on hold says so to a guest, who signs in and is told when it is free', async ({
  page,
}) => {
  const { productId, path, name } = await createBooking();
  await openPage(page, path);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: /^On hold until/ })).toBeVisible();
  // Similar instruments follow on the page, which can be booked.
  const bookNow = main.getByRole('link', { name: messages.product.bookNow });
  await expect(bookNow.filter({ hasText: name })).toHaveCount(0);
  await main
    .getByRole('link', { name: messages.hold.tellMe })
    .filter({ hasText: name })
    .first()
    .click();
  await logIn(page, 'buyer@reprise.test');
  await expect(page).toHaveURL(path);
  await expect(main.getByText(messages.hold.alertRequested).first()).toBeVisible();
  // The page shows the wish before the server has stored it.
  const asked = expect.poll(() =>
    query((sql) => sql`select from availability_alerts where product_id = ${productId}`),
  );
  await asked.toHaveLength(1);
  await expectAccessible(page);
  await main.getByRole('button', { name: messages.hold.cancelAlert }).first().click();
  await expect(main.getByRole('button', { name: messages.hold.tellMe }).first()).toBeVisible();
  await asked.toHaveLength(0);
});

test('the card of a product on hold says until when, and leads others to its page, where they are told', async ({
  page,
  signInAs,
}) => {
  const { name, path } = await createBooking();
  await signInAs((await seed((make) => make.user({ name: uniqueName('Ola') }))).email);
  await openPage(page, '/category/Brass');
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card.getByText(messages.hold.badge, { exact: true })).toBeVisible();
  await expect(card.getByText(/^On hold until/)).toBeVisible();
  await card.getByRole('link', { name: messages.hold.tellMe }).click();
  await expect(page).toHaveURL(path);
  const main = page.getByRole('main');
  await expect(main.getByText(messages.hold.alertRequested).first()).toBeVisible();
});

test('the holder finds the seller’s number and the payment, and the seller the order', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, path, paymentPath, bookingId } = await createBooking();
  const main = page.getByRole('main');
  await signInAs(buyer.email);
  await openPage(page, path);
  await expect(main.getByRole('heading', { name: /^Held for you until/ })).toBeVisible();
  await expect(main.getByText(/phone number appears here ten minutes after/)).toBeVisible();
  await expect(main.getByRole('link', { name: '555-0142' })).toHaveCount(0);
  await query(
    (sql) => sql`
      update bookings set created_at = created_at - interval '11 minutes' where id = ${bookingId}`,
  );
  await openPage(page, path);
  await expect(main.getByRole('link', { name: '555-0142' })).toBeVisible();
  await openPage(page, '/dashboard/bookings');
  const row = rowOf(page, name);
  await expect(row.getByRole('link', { name: '555-0142' })).toBeVisible();
  await openPage(page, path);
  await main
    .getByRole('link', { name: messages.booking.pay })
    .filter({ hasText: name })
    .first()
    .click();
  await expect(page).toHaveURL(paymentPath);
  await expect(main.getByRole('link', { name: '555-0142' })).toBeVisible();

  await signInAs(seller.email);
  await openPage(page, path);
  await main.getByRole('link', { name: messages.hold.order }).first().click();
  await expect(page).toHaveURL('/dashboard/bookings?as=seller');
  await expect(rowOf(page, name)).toContainText(buyer.name);
});

test('a hold that expires while the page is open is gone at that moment', async ({
  page,
  signInAs,
}) => {
  const { name, path, bookingId } = await createBooking();
  await expireHoldIn(bookingId, 10 * 60_000);
  const visitor = await seed((make) => make.user({ name: uniqueName('Lou') }));
  await page.clock.install();
  await signInAs(visitor.email);
  await openPage(page, path);
  const hold = page.getByRole('heading', { name: /^On hold until/ });
  await expect(hold).toBeVisible();
  // A late answer would tell the page the server's time.
  await page.waitForLoadState('networkidle');
  // The server still has the hold: what counts is the time that the page was told, until it is told another.
  const answers = holdRequests();
  await page.route('**/api/**', answers.hold);
  await page.clock.fastForward('10:01');
  await expect(hold).toBeHidden();
  await expect(bookNowButton(page, name)).toBeVisible();
  answers.release();
});

test('a seller ends a hold, and its buyer reads why', async ({ page, signInAs }) => {
  const { buyer, seller, name, path } = await createBooking();
  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  const row = rowOf(page, name);
  await expect(row.getByRole('link', { name: 'Call the buyer' })).toBeVisible();
  await chooseFromMenu(page, name, messages.hold.decline);
  const dialog = page.getByRole('dialog', { name: `Decline the booking of ${name}?` });
  await dialog.getByRole('button', { name: messages.hold.decline }).click();
  await expect(dialog.getByText('Give a reason')).toBeVisible();
  const reason = 'The pads came off, I am sorry.';
  await dialog.getByLabel('Why are you declining?').fill(reason);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: messages.hold.decline }).click();
  await expectToast(page, 'The booking is declined');
  await expect(row).toHaveCount(0);

  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  await expect(row).toContainText(messages.hold.ended);
  await expect(row).toContainText(reason);
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await openPage(page, path);
  await expect(page.getByText(/you can book it again from/)).toBeVisible();
});

test('a hold that was not paid in time stays in the seller’s list, marked', async ({
  page,
  signInAs,
}) => {
  const { seller, name, bookingId } = await createBooking();
  await expireHoldIn(bookingId, -60_000);
  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings');
  const row = rowOf(page, name);
  await expect(row).toContainText(messages.hold.ended);
  await expect(row).toContainText(holdEndedTexts.expired);
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

test('booking a product changes what guests are shown at once', async ({ page }) => {
  const sale = await createSale();
  await openPage(page, sale.path);
  const hold = page.getByRole('heading', { name: /^On hold until/ });
  await expect(hold).toHaveCount(0);
  await bookByApi(sale);
  await page.reload();
  await expect(hold).toBeVisible();
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the end of a hold is shown in local time, in short on the page and in full in its tooltip and in print', async ({
    page,
  }) => {
    const { path } = await createBooking();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, path);
    const heading = page.getByRole('main').getByRole('heading', { name: /^On hold until/ });
    const time = heading.getByRole('time');
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const inTokyo = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', {
        ...options,
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: 'Asia/Tokyo',
      }).format(at);
    await expect(time).toHaveText(inTokyo({}));
    const full = inTokyo({ year: 'numeric', timeZoneName: 'short' });
    await expect(time).toHaveAttribute('title', full);
    await page.emulateMedia({ media: 'print' });
    await expect(time.locator('span')).toBeHidden();
    const printed = await time.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(printed).toBe(`"${full}"`);
  });
});
