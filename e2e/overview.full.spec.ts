import { transaction } from '../server/database/transaction.ts';
import { bookItem } from '../server/features/bookings/book-item.ts';
import { writeRefund } from '../server/features/ledger/write-ledger.ts';
import { recordCharge } from '../server/features/payments/record-charge.ts';
import { openPage } from './support/open-page.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'Europe/Berlin' });
test.describe.configure({ mode: 'default' });

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
let server: SeparateServer;
let email: string;

test.beforeAll(async () => {
  server = await startSeparateServer();
  email = (await server.make.user({ role: 'admin', name: 'Ada Marsh' }, daysAgo(500))).email;
  await countAgain();
});
test.afterAll(() => server.close());

test('the overview of a shop without sales says that there are none', async ({ page, context }) => {
  await signIn(context, email, server);
  await openPage(page, `${server.url}/dashboard`);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeFocused();
  await expect(page).toHaveTitle(/^Overview/);
  await expect(page.getByText('No sales in these 30 days')).toBeVisible();
  await expect(page.getByText('Not everything is counted yet')).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Bookings, a bar for each day' })).toBeVisible();
  await expectAccessible(page);
});

test('an admin reads sales, refunds and commission of a year, by keyboard, as charts and tables', async ({
  page,
  context,
}) => {
  await addHistory();
  await signIn(context, email, server);
  await openPage(page, `${server.url}/dashboard/overview`);
  const paid = page.getByRole('region', { name: 'Paid by buyers', exact: true });
  await expect(paid).toContainText('$1,200');
  await expect(paid).toContainText('$300 refunded');
  await expect(paid).toContainText('20% more than $1,000 in the 30 days before');
  const now = page.getByRole('region', { name: 'Right now' });
  await expect(now).toContainText(/Instruments on sale\s*2/);
  await expect(now).toContainText(/Holds ending within 24 hours\s*1/);
  await expectAccessible(page);

  const period = page.getByRole('navigation', { name: 'Period' });
  await period.getByRole('link', { name: '365 days' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/overview\?days=365$/);
  // The page comes later than its address, and the other links lead on from it.
  await expect(page.getByRole('heading', { name: 'The last 365 days' })).toBeVisible();
  await period.getByRole('link', { name: 'By week' }).press('Enter');
  await expect(page).toHaveURL(/\?days=365&by=week$/);
  await expect(
    page.getByRole('img', { name: 'Paid by buyers, a bar for each week' }),
  ).toBeVisible();
  await expect(period.getByRole('link', { name: 'By week' })).toBeFocused();

  const toTable = page.getByRole('button', { name: 'Show as table: Paid by buyers' });
  await toTable.press('Enter');
  const table = page.getByRole('table', { name: 'Paid by buyers by week, the latest first' });
  expect(await table.getByRole('row').count()).toBeGreaterThan(52);
  await expect(table.getByRole('columnheader')).toHaveText(['Week', 'Paid', 'Refunded']);
  await expect(table.getByRole('row').nth(1)).toContainText('$300');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Paid by buyers as a table' })).toBeFocused();
  const toChart = page.getByRole('button', { name: 'Show as chart: Paid by buyers' });
  await toChart.press('Enter');
  await expect(toTable).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\?days=365$/);
});

test('the overview fits a narrow phone, and names what is missing while it is counted', async ({
  page,
  context,
}) => {
  const { sql } = server.database;
  // The job must not run in the meantime.
  await sql`update job_runs set due_at = now() + interval '1 day' where name = 'events-counted'`;
  await expect
    .poll(() => sql`select from job_runs where name = 'events-counted' and leased_by is not null`)
    .toHaveLength(0);
  await sql`update event_count_progress set counted_from = counted_until, is_complete = false`;
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(context, email, server);
  await openPage(page, `${server.url}/dashboard/overview?days=90`);
  await expect(page.getByText('Not everything is counted yet').first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sign-ups, a bar for each day' })).toBeVisible();
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
  await countAgain();
});

/** Sales of 100 each, two weeks apart, older than the last 60 days; in these 12, and 10 before; one refund. */
async function addHistory(): Promise<void> {
  const seller = await server.make.user({ role: 'seller' }, daysAgo(450));
  const shop = { sellerId: seller.id, imageId: server.imageId };
  for (let days = 62; days < 400; days += 7) await sell(shop, daysAgo(days), 75 + (days % 5) * 30);
  for (let day = 0; day < 10; day += 1) await sell(shop, daysAgo(32 + day * 2.7), 100);
  const sales = [];
  for (let day = 0; day < 12; day += 1) sales.push(await sell(shop, daysAgo(day * 2.3), 100));
  for (const sale of sales.slice(0, 3)) {
    await transaction(server.database, async (tx) => {
      const amountCents = 10_000;
      const charged = { chargedCents: amountCents, shippingCents: 0 };
      const refund = { ...sale, ...charged, amountCents, isReleased: false };
      writeRefund(tx, { ...refund, kind: 'refund' }, new Date());
    });
  }
  const buyer = await server.make.user();
  await server.make.product(seller.id, { imageId: server.imageId });
  const held = await server.make.product(seller.id, { imageId: server.imageId });
  await transaction(server.database, (tx) =>
    bookItem(tx, buyer, bookingOf(held, 120.5), terms(new Date(), 23)),
  );
  await countAgain();
}

const terms = (at: Date, holdHours = 48) => ({ at, holdHours, commission: { percent: 8 } });
const bookingOf = (productId: string, price: number) => ({
  productId,
  price,
  phone: '555-0199',
  location: 'Under the clock',
});

async function sell(
  { sellerId, imageId }: { sellerId: string; imageId: string },
  at: Date,
  price: number,
) {
  const buyer = await server.make.user({}, at);
  const productId = await server.make.product(sellerId, { at, price, imageId });
  return transaction(server.database, async (tx) => {
    const bookingId = await bookItem(tx, buyer, bookingOf(productId, price), terms(at));
    const charge = { bookingId, amountCents: price * 100, provider: 'sandbox' };
    const { id } = await recordCharge(tx, { ...charge, transactionId: `tx_${bookingId}` }, at);
    const shared = { bookingId, sellerId, provider: 'sandbox', fullCommissionCents: price * 8 };
    return { ...shared, paymentId: id };
  });
}

/** Has the job count everything again, as for a shop that exists already, and waits until it has. */
async function countAgain(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from event_count_progress`;
  await sql`update job_runs set due_at = now() where name = 'events-counted'`;
  await expect
    .poll(() => sql`select from event_count_progress where is_complete`, { timeout: 60_000 })
    .toHaveLength(1);
}
