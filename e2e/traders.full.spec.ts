import { paths } from '#contract/page-paths.ts';
import { transaction } from '../server/database/transaction.ts';
import { markSent } from '../server/features/after-sale/mark-sent.ts';
import { handOver } from '../server/features/after-sale/receive.ts';
import { bookItem } from '../server/features/bookings/book-item.ts';
import { recordCharge } from '../server/features/payments/record-charge.ts';
import type { KnownUser } from '../server/features/users/find-user.ts';
import { stateTrader } from '../server/features/users/state-trader.ts';
import { expectToast, saleButton } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInAllAppearances,
  test,
} from './support/test.ts';

// A shop that asks its sellers whether they are traders.
let server: SeparateServer;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  server = await startSeparateServer({ TRADERS: '1' });
});
test.afterAll(() => server.close());

const address = 'Quayside 4\nEH6 6QQ Leith';

test('a seller declares once to be a trader, and guests read it on the product and on the page of the seller', async ({
  page,
  context,
  browser,
}) => {
  const seller = await server.make.user({ name: 'Sol Marsh', role: 'seller' });
  const productId = await sell(seller, 'Tenor horn');
  await signIn(context, seller.email, server);
  await openPage(page, `${server.url}/dashboard`);
  await page.getByRole('link', { name: 'Do you sell as a trader?' }).press('Enter');
  const form = page.getByRole('region', { name: 'Do you sell as a trader?' });
  const save = form.getByRole('button', { name: 'Save the answer' });
  await save.press('Enter');
  await expect(form.getByText('Choose one of the two')).toBeVisible();
  await form.getByRole('radio', { name: 'Yes, I am a trader' }).press('Space');
  await form.getByLabel('Address').fill(address);
  await save.press('Enter');
  await expect(form.getByText('Enter the name of the business')).toBeVisible();
  await expect(form.getByLabel('Address')).toHaveValue(address);
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await form.getByLabel('Name of the business').fill('Marsh Brass Ltd');
  await save.press('Enter');
  await expectToast(page, 'Saved');
  await openPage(page, `${server.url}/dashboard/profile`);
  await expect(form.getByLabel('Name of the business')).toHaveValue('Marsh Brass Ltd');
  await openPage(page, `${server.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Do you sell as a trader?' })).toHaveCount(0);

  const guest = await browser.newContext({ javaScriptEnabled: false });
  const reader = await guest.newPage();
  for (const path of [paths.product(productId), paths.seller(seller.id)]) {
    await reader.goto(server.url + path);
    await expect(reader.getByRole('main')).toContainText('Sells as a trader.');
    await expect(reader.getByRole('main')).toContainText('Marsh Brass Ltd');
    await expect(reader.getByRole('main')).toContainText('Quayside 4');
  }
  await reader.goto(server.url + paths.product(productId));
  await expect(reader.getByRole('main')).toContainText('within 14 days, without a reason');
  await expect(reader.getByRole('main')).not.toContainText('Return it within 3 days');
  await guest.close();
  await openPage(page, server.url + paths.product(productId));
  await expectAccessible(page);
  await expectToFitEverywhere(page);
});

test('a buyer withdraws from a purchase from a trader in two steps, and page and mail say when it was received', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { buyer, seller, bookingId } = await buyFrom('trader', 'Rotary valve cornet');
  await signIn(context, buyer.email, server);
  const salePath = `${server.url}${paths.payment(bookingId)}`;
  await openPage(page, salePath);
  const main = page.getByRole('main');
  await expect(main).toContainText('you can withdraw from the purchase without a reason');
  await expect(page.getByRole('button', { name: 'Return it' })).toHaveCount(0);
  await saleButton(page, 'Withdraw from the purchase', 'Rotary valve cornet').press('Enter');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('I, Bea Reed, withdraw from the purchase');
  await expect(dialog).toContainText('Then you have 14 days to give it back');
  await expectAccessibleInAllAppearances(page);
  await dialog.getByRole('button', { name: 'Confirm the withdrawal' }).press('Enter');
  await expectToast(page, 'We have received your withdrawal');
  await expect(main).toContainText('Withdrawal received on');
  await expect(main).toContainText('You withdrew from the purchase');
  await expect(main).toContainText('Quayside 4');
  await expectAccessible(page);
  await expectToFitEverywhere(page);
  const subject = /^Subject: You have withdrawn from the purchase of Rotary valve cornet/m;
  await expect.poll(() => server.findMail(buyer.email, subject)).toBeTruthy();
  const mail = (await server.findMail(buyer.email, subject)) ?? '';
  expect(mail).toContain('We received your withdrawal');

  await signIn(context, seller.email, server);
  await openPage(page, salePath);
  await expect(main).toContainText('Withdrawal received on');
  await expect(page.getByRole('button', { name: 'Contest' })).toHaveCount(0);
});

test('a buyer who withdraws while the parcel is on its way can report that it never arrived, and is refunded', async ({
  page,
  context,
}) => {
  const admin = await server.make.user({ name: 'Ada Wolf', role: 'admin' });
  const { buyer, seller, bookingId } = await buyFrom('trader', 'Valve trombone', 'sent');
  const salePath = `${server.url}${paths.payment(bookingId)}`;
  const main = page.getByRole('main');
  await signIn(context, buyer.email, server);
  await openPage(page, salePath);
  await saleButton(page, 'Withdraw from the purchase', 'Valve trombone').press('Enter');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('When it has arrived, you have 14 days to give it back');
  await dialog.getByRole('button', { name: 'Confirm the withdrawal' }).press('Enter');
  await expect(main).toContainText('Withdrawn, and still on its way to you');
  await expect(main).toContainText('Withdrawal received on');
  await expect(main).toContainText('It counts as received on');
  await expect(main).not.toContainText('It was received');
  await expect(main).not.toContainText('Return it by');
  await saleButton(page, 'I have received it', 'Valve trombone').press('Enter');
  await expect(dialog).toContainText('Then it goes back to Sol Marsh');
  await expect(dialog).not.toContainText('is paid');
  await dialog.getByRole('button', { name: 'Not yet' }).press('Enter');
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);

  await signIn(context, seller.email, server);
  await openPage(page, salePath);
  await expect(main).toContainText('Withdrawn, and still on its way');
  await expect(saleButton(page, 'I have it back', 'Valve trombone')).toBeVisible();

  await signIn(context, buyer.email, server);
  await openPage(page, salePath);
  await saleButton(page, 'It hasn’t arrived', 'Valve trombone').press('Enter');
  const form = page.getByRole('dialog', { name: 'Has Valve trombone not arrived?' });
  await form.getByLabel('What happened?').fill('The carrier says that it is lost.');
  await form.getByRole('button', { name: 'Tell the shop' }).press('Enter');
  await expect(main).toContainText('The shop is looking into where it is');

  await signIn(context, admin.email, server);
  await openPage(page, `${server.url}/dashboard/money?part=disputes`);
  await page
    .getByRole('button', { name: 'Decide the dispute about Valve trombone' })
    .press('Enter');
  const decision = page.getByRole('dialog', { name: 'Decide the dispute about Valve trombone' });
  await decision.getByLabel('All of it').check();
  await decision.getByLabel('Why').fill('The carrier has lost it.');
  await decision.getByRole('button', { name: 'Decide' }).press('Enter');
  await expect(decision).toHaveCount(0);

  await signIn(context, buyer.email, server);
  await openPage(page, salePath);
  await expect(main).toContainText('Cancelled, the money is on its way');
  await expect(main).not.toContainText('The return was accepted');
  await expect(main).not.toContainText('It was given back');
  await expect(page.getByRole('button', { name: 'I have sent it back' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a purchase from a private seller has the return of the shop, and no withdrawal', async ({
  page,
  context,
}) => {
  const { buyer, productId, bookingId } = await buyFrom('private', 'Baritone ukulele');
  await signIn(context, buyer.email, server);
  await openPage(page, `${server.url}${paths.payment(bookingId)}`);
  await expect(saleButton(page, 'Return it', 'Baritone ukulele')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw from the purchase' })).toHaveCount(0);
  await openPage(page, server.url + paths.product(productId));
  await expect(page.getByRole('main')).toContainText(
    'A private seller: the rights of consumers towards traders do not apply',
  );
});

const sell = (seller: KnownUser, name: string) =>
  server.make.product(seller.id, { imageId: server.imageId, name, price: 75 });

/** A purchase that was sent, or that its buyer has received, today. */
async function buyFrom(
  status: 'trader' | 'private',
  name: string,
  stage: 'sent' | 'received' = 'received',
) {
  const { database, make } = server;
  const at = new Date();
  const seller = await make.user({ name: 'Sol Marsh', role: 'seller' });
  const buyer = await make.user({ name: 'Bea Reed' });
  const said = status === 'trader' ? { status, name: 'Marsh Brass Ltd', address } : { status };
  await transaction(database, (tx) => stateTrader(tx, seller.id, said, at));
  const productId = await sell(seller, name);
  const request = { productId, price: 75, phone: '555 0199', location: 'The old pier' };
  const terms = { at, holdHours: 48, withdrawalDays: 14 };
  const bookingId = await transaction(database, (tx) => bookItem(tx, buyer, request, terms));
  await transaction(database, async (tx) => {
    const charge = { bookingId, amountCents: 7_500, provider: 'sandbox' };
    await recordCharge(tx, { ...charge, transactionId: `tx_${bookingId}` }, at);
  });
  await transaction(database, async (tx) => {
    if (stage === 'sent') await markSent(tx, seller, { bookingId, carrier: 'DHL' }, at);
    else await handOver(tx, seller, { bookingId, isRightCode: true }, at);
  });
  return { seller, buyer, productId, bookingId };
}
