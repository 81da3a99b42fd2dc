import { fileURLToPath } from 'node:url';
import { paths } from '#contract/page-paths.ts';
import { expectToast, rowOf, saleButton } from './support/dashboard-page.ts';
import { query } from './support/database.ts';
import { smallImage } from './support/images.ts';
import { requestJob } from './support/jobs.ts';
import { openPage } from './support/open-page.ts';
import { onTwoPhones } from './support/phones.ts';
import {
  bookNowButton,
  callApi,
  createPurchase,
  createReceivedPurchase,
  createSentPurchase,
  readBooking,
} from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const admin = 'admin@reprise.test';
const sampleClip = (name: string) =>
  fileURLToPath(new URL(`../server/testing/clips/${name}`, import.meta.url));
const reason = 'The third valve sticks.';

test('a buyer asks for a return with a picture, the seller says where, it is given back by code and refunded', async ({
  page,
  browser,
  signInAs,
}) => {
  const { buyer, seller, name, path, paymentPath, bookingId } = await createReceivedPurchase();
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  await saleButton(page, 'Return it', name).press('Enter');
  const form = page.getByRole('dialog', { name: `Return ${name}` });
  await form.getByRole('button', { name: 'Ask to return it' }).press('Enter');
  await expect(form.getByText('Give the reason for the return')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Why do you want to return it?').fill(reason);
  await form.getByLabel('Add pictures').setInputFiles(await smallImage('banjo'));
  await expect(form.getByRole('button', { name: 'Remove picture 1' })).toBeVisible();
  await form.getByRole('button', { name: 'Ask to return it' }).press('Enter');
  await expectToast(page, 'The return is requested');
  await expect(rowOf(page, name)).toContainText('You asked to return it');
  await expectAccessible(page);
  await expect(saleButton(page, 'Return it', name)).toHaveCount(0);
  await expect(rowOf(page, name).getByRole('link', { name }).first()).toBeFocused();

  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await expect(rowOf(page, name)).toContainText(`${buyer.name} wants to return it`);
  await expectAccessible(page);
  await saleButton(page, 'Answer', name).press('Enter');
  const answer = page.getByRole('dialog', { name: `Return of ${name}` });
  await expect(answer).toContainText(reason);
  await expect(answer.getByRole('link', { name: `Picture 1 from ${buyer.name}` })).toBeVisible();
  await answer.getByRole('button', { name: 'Accept the return' }).press('Enter');
  await expect(answer.getByText('Enter where to bring or send it')).toBeVisible();
  await answer.getByLabel('Where to bring or send it').fill('Pier 3, after six');
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Accept the return' }).press('Enter');
  await expect(rowOf(page, name)).toContainText('It is coming back to you');

  const people = [
    { email: seller.email, path: '/dashboard/bookings?as=seller' },
    { email: buyer.email, path: paymentPath },
  ] as const;
  await onTwoPhones(browser, people, async (ofSeller, ofBuyer) => {
    await expect(ofBuyer.getByText(/Where: Pier 3, after six/)).toBeVisible();
    await saleButton(ofSeller, 'Show the code', name).click();
    const { return: asked } = await readBooking(seller.email, bookingId);
    const code = asked?.code ?? '';
    await expect(ofSeller.getByRole('dialog').getByText([...code].join(' '))).toBeVisible();
    await saleButton(ofBuyer, 'Enter the code', name).click();
    await ofBuyer.getByLabel(`${seller.name}’s code`).fill(code);
    await ofBuyer.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(ofBuyer, `${name} is given back`);
    await expectToast(ofSeller, `${name} was given back`);
  });

  await requestJob('payments-refunded');
  await signInAs(buyer.email);
  await expect(async () => {
    await openPage(page, paymentPath);
    const receipt = page.getByRole('heading', { name: 'Returned and refunded' });
    await expect(receipt).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await openPage(page, path);
  await expect(bookNowButton(page, name)).toBeVisible();
});

test('a return that was contested in the meantime cannot be accepted, and the dialog says why', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const { buyer, seller, name, bookingId } = await createReceivedPurchase();
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await saleButton(page, 'Answer', name).click();
  const contested = { state: 'contested', reason: 'It worked on Sunday.' };
  await callApi(seller.email, `/bookings/${bookingId}/return`, contested, 'PUT');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where to bring or send it').fill('The old pier');
  await dialog.getByRole('button', { name: 'Accept the return' }).click();
  await expect(dialog.getByText('A dispute about this sale is open.')).toBeVisible();
  await expect(dialog.getByLabel('Where to bring or send it')).toHaveValue('The old pier');
  await expect(rowOf(page, name)).toContainText('The shop is deciding on the return');
});

test('a seller contests, both sides add to the dispute, and an admin decides beside a video, the listing and the parcel, with a reason that both read', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, path, paymentPath, bookingId } = await createPurchase();
  const sent = { carrier: 'Brightpost', tracking: 'BP 4711 0815' };
  await callApi(seller.email, `/bookings/${bookingId}/sent`, sent);
  await callApi(buyer.email, `/bookings/${bookingId}/received`, {});
  await callApi(buyer.email, '/threads', {
    productId: path.split('/').at(-1),
    bookingId,
    text: 'The third valve sticks. Is that new?',
  });
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
  await signInAs(seller.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'Answer', name).click();
  const answer = page.getByRole('dialog', { name: `Return of ${name}` });
  await answer.getByLabel('Contest it').check();
  await answer.getByLabel('Why do you contest it?').fill('It worked on Sunday.');
  await answer.getByLabel('Add pictures').setInputFiles(await smallImage('banjo'));
  await expect(answer.getByRole('button', { name: 'Remove picture 1' })).toBeVisible();
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Contest the return' }).click();
  await expect(page.getByText('The shop is deciding on the return')).toBeVisible();

  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'See the dispute', name).click();
  const dispute = page.getByRole('dialog', { name: `Dispute about ${name}` });
  await expect(dispute).toContainText('It worked on Sunday.');
  await expect(dispute.getByRole('link', { name: `Picture 1 from ${seller.name}` })).toBeVisible();
  await dispute.getByLabel('Add something').fill('It does not on Mondays.');
  await dispute.getByLabel('Add pictures').setInputFiles(await smallImage('banjo'));
  await dispute.getByLabel('Add sound or video').setInputFiles(sampleClip('a.webm'));
  await expect(dispute.getByLabel('Video 1')).toBeVisible();
  await expectAccessible(page);
  await dispute.getByRole('button', { name: 'Add it' }).click();
  await expectToast(page, 'Added to the dispute');

  await signInAs(admin);
  await openPage(page, '/dashboard/money?part=disputes');
  await expect(rowOf(page, name)).toContainText('Return contested');
  await page.getByRole('button', { name: `Decide the dispute about ${name}` }).click();
  const decision = page.getByRole('dialog', { name: `Decide the dispute about ${name}` });
  await expect(decision).toContainText('It does not on Mondays.');
  await expect(decision).toContainText('Sent with Brightpost');
  await expect(decision).toContainText('BP 4711 0815');
  await expect(decision.getByRole('group').filter({ hasText: 'as it was sold' })).toContainText(
    'Good',
  );
  await expect(decision.getByRole('img', { name: 'Picture 1 of the listing' })).toBeVisible();
  const played = page.waitForResponse((response) => response.url().includes('/clips/evidence/'));
  await decision.getByLabel('Video 1').evaluate((video: HTMLVideoElement) => video.load());
  await decision
    .getByLabel('Video 1')
    .evaluate((video: HTMLVideoElement) => void video.play().catch(() => undefined));
  expect((await played).status()).toBe(206);
  await decision.getByText('Read what they wrote to each other').click();
  await expect(decision.getByRole('list', { name: 'Messages' })).toContainText(
    'The third valve sticks. Is that new?',
  );
  await decision.getByRole('button', { name: 'Decide' }).click();
  await expect(decision.getByText('Choose what the buyer gets back')).toBeVisible();
  await decision.getByLabel('Part of it').check();
  await decision.getByLabel('How much').fill('75.01');
  await decision.getByRole('button', { name: 'Decide' }).click();
  await expect(decision.getByText('At most $75', { exact: true })).toBeVisible();
  await decision.getByLabel('How much').fill('30');
  await decision.getByLabel('Why').fill('The valve is worn, and was said to be.');
  await expect(decision).toContainText('$45 stays with the sale');
  await expectAccessible(page);
  await decision.getByRole('button', { name: 'Decide' }).click();
  await expect(rowOf(page, name)).toContainText('Decided');

  const record = page.getByRole('dialog', { name: `Dispute about ${name}` });
  const expectRecord = async () => {
    await expect(record.getByRole('region', { name: 'The decision' })).toContainText(
      `$30 back to ${buyer.name}`,
    );
    for (const text of [reason, 'It worked on Sunday.', 'It does not on Mondays.']) {
      await expect(record.getByRole('list', { name: 'What was said' })).toContainText(text);
    }
    await expect(record.getByRole('link', { name: `Picture 1 from ${seller.name}` })).toBeVisible();
    await expect(record.getByRole('link', { name: `Picture 1 from ${buyer.name}` })).toBeVisible();
    await expect(record.getByLabel('Video 1')).toBeVisible();
    await expect(record.getByLabel('Add something')).toHaveCount(0);
  };
  await page.getByRole('button', { name: `Read the dispute about ${name}` }).press('Enter');
  await expectRecord();
  await expectAccessible(page);
  for (const { email } of [buyer, seller]) {
    await signInAs(email);
    await openPage(page, paymentPath);
    await expect(page.getByText('The shop decided: the buyer gets $30.00 back')).toBeVisible();
    await expect(page.getByText('The valve is worn, and was said to be.')).toBeVisible();
    await saleButton(page, 'See the dispute', name).press('Enter');
    await expectRecord();
    await page.keyboard.press('Escape');
    await expect(saleButton(page, 'See the dispute', name)).toBeFocused();
  }
});

test('an admin refunds a part with sending, and both sides and the earnings page say the same sums', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, paymentPath, bookingId } = await createSentPurchase({
    price: 75,
    shipping: 12.5,
  });
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
  const contested = { state: 'contested', reason: 'It worked on Sunday.' };
  await callApi(seller.email, `/bookings/${bookingId}/return`, contested, 'PUT');
  await signInAs(admin);
  await openPage(page, '/dashboard/money?part=disputes');
  await expect(rowOf(page, name)).toContainText('$87.50incl. $12.50 shipping');
  await page.getByRole('button', { name: `Decide the dispute about ${name}` }).click();
  const decision = page.getByRole('dialog', { name: `Decide the dispute about ${name}` });
  await expect(decision).toContainText('$87.50 incl. $12.50 shipping, between');
  await expect(decision).toContainText('Price$75.00Shipping$12.50Total$87.50');
  await decision.getByLabel('All of it with shipping, $87.50').check();
  await expect(decision).toContainText(`${seller.name} gets $0, after the shop’s share.`);
  await decision.getByLabel('Part of it').check();
  const amount = decision.getByLabel('How much', { exact: true });
  const sending = decision.getByLabel('How much of it is for shipping');
  await amount.fill('80');
  await expect(decision).toContainText('$75 of the price and $5 for shipping');
  await sending.fill('13');
  await decision.getByLabel('Why').fill('The valve is worn, and the parcel was late.');
  await decision.getByRole('button', { name: 'Decide' }).click();
  await expect(sending).toHaveAccessibleDescription(/At most \$12\.50$/);
  await expect(sending).toBeFocused();
  await expect(amount).toHaveValue('80');
  await expectAccessible(page);
  await sending.fill('12.50');
  await amount.fill('10');
  await expect(sending).toHaveAccessibleDescription(/At most \$10$/);
  await amount.fill('40');
  await expect(decision).toContainText(
    `$40 goes back to ${buyer.name}: $27.50 of the price and $12.50 for shipping. ${seller.name} gets $42.75, after the shop’s share.`,
  );
  await expectAccessible(page);
  await decision.getByRole('button', { name: 'Decide' }).click();
  await expect(rowOf(page, name)).toContainText('Decided: $40 back');
  for (const list of [paths.allBookings(), paths.returns()]) {
    await openPage(page, list);
    await expect(rowOf(page, name)).toContainText('$87.50incl. $12.50 shipping');
  }

  await requestJob('payments-refunded');
  for (const { email } of [buyer, seller]) {
    await signInAs(email);
    await expect(async () => {
      await openPage(page, paymentPath);
      await expect(page.getByText('$40 refunded')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await saleButton(page, 'See the dispute', name).press('Enter');
    const record = page.getByRole('dialog', { name: `Dispute about ${name}` });
    await expect(record.getByRole('region', { name: 'The decision' })).toContainText(
      '$27.50 of the price and $12.50 for shipping',
    );
    await page.keyboard.press('Escape');
  }
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('Shipping$12.50Total$87.50');
  await expect(money).toContainText('Shop’s share$4.75You get$42.75');
  await openPage(page, '/dashboard/earnings');
  await expect(
    page.getByRole('main').locator('dl > div').filter({ hasText: 'Ready' }),
  ).toContainText('$42.75');
  const cells = page.getByRole('table', { name: 'Your sales' }).getByRole('cell');
  await expect(cells).toHaveText([
    /\$75\.00$/,
    /\$12\.50$/,
    /−\$40\.00$/,
    /−\$4\.75$/,
    /\$42\.75$/,
  ]);
  await expectAccessible(page);
});

test('a seller refunds without wanting it back, and the buyer keeps it', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, paymentPath, bookingId } = await createReceivedPurchase();
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
  await signInAs(seller.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'Answer', name).click();
  const answer = page.getByRole('dialog');
  await answer.getByLabel('Refund without it').check();
  await expect(answer).toContainText(`${buyer.name} may keep it`);
  await answer.getByRole('button', { name: 'Refund it' }).click();
  await expect(page.getByText(`${buyer.name} may keep it`)).toBeVisible();
});

test('silence of the seller about a returned parcel opens a dispute, and the buyer is refunded', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, paymentPath, bookingId } = await createReceivedPurchase();
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
  const accepted = { state: 'accepted', place: 'Marsh Brass\nQuayside 4\nEH6 6QQ Leith' };
  await callApi(seller.email, `/bookings/${bookingId}/return`, accepted, 'PUT');
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'I have sent it back', name).press('Enter');
  const form = page.getByRole('dialog', { name: `Return ${name}` });
  await expect(form).toContainText('Quayside 4');
  await form.getByRole('button', { name: 'I have sent it back' }).press('Enter');
  await expect(form.getByText('Enter the carrier')).toBeVisible();
  await form.getByLabel('Carrier').fill('DHL');
  await form.getByLabel('Tracking').fill('JD014600003828');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'I have sent it back' }).press('Enter');
  await expectToast(page, `We have told ${seller.name}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('On its way back');
  await expect(main).toContainText('You sent it back with DHL');
  await expect(saleButton(page, 'I have sent it back', name)).toHaveCount(0);
  await expect(main).toContainText('Without an answer the shop decides from');
  await expect(main).not.toContainText('Return it by');

  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  await expect(main).toContainText(`Has ${name} come back?`);
  await openPage(page, '/dashboard/bookings?as=seller');
  await expect(rowOf(page, name)).toContainText('On its way back to you');
  await expect(saleButton(page, 'I have it back', name)).toBeVisible();

  await query(
    (sql) => sql`
      update returns set requested_at = requested_at - interval '8 days',
        decided_at = decided_at - interval '8 days', sent_back_at = sent_back_at - interval '8 days'
      where booking_id = ${bookingId}`,
  );
  await requestJob('returns-disputed');
  await signInAs(admin);
  await expect(async () => {
    await openPage(page, '/dashboard/money?part=disputes');
    await expect(rowOf(page, name)).toContainText('Sent back, no answer', { timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: `Decide the dispute about ${name}` }).press('Enter');
  const decision = page.getByRole('dialog', { name: `Decide the dispute about ${name}` });
  await expect(decision).toContainText(`${seller.name} has not confirmed that it is back`);
  await expect(decision).toContainText('JD014600003828');
  await decision.getByLabel('All of it').check();
  await decision.getByLabel('Why').fill('The carrier has delivered it.');
  await expectAccessible(page);
  await decision.getByRole('button', { name: 'Decide' }).press('Enter');
  await expect(rowOf(page, name)).toContainText('Decided');

  await requestJob('payments-refunded');
  await signInAs(buyer.email);
  await expect(async () => {
    await openPage(page, paymentPath);
    const receipt = page.getByRole('heading', { name: 'Returned and refunded' });
    await expect(receipt).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(main).not.toContainText('You may keep it');
  await expectAccessible(page);
});

test('a buyer whose parcel never came opens a dispute', async ({ page, signInAs }) => {
  const { buyer, seller, name, paymentPath, bookingId } = await createPurchase();
  await callApi(seller.email, `/bookings/${bookingId}/sent`, { carrier: 'UPS' });
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'It hasn’t arrived', name).click();
  const form = page.getByRole('dialog', { name: `Has ${name} not arrived?` });
  await form.getByLabel('What happened?').fill('The carrier says that it is lost.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Tell the shop' }).click();
  await expect(page.getByText('The shop is looking into where it is')).toBeVisible();
  await expect(page.getByText('You said that it never arrived')).toBeVisible();
});
