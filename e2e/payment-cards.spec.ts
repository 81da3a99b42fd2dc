import type { Page } from '@playwright/test';
import { type TestCardOutcome, testCards } from '#contract/payments/test-cards.ts';
import {
  bankDialog,
  expectReceipt,
  fillCard,
  goodCard,
  openNewPayment,
  pay,
  payButton,
} from './support/payment-page.ts';
import { countPayments } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/* What becomes of each test card is tested without a browser: its brand in card-number.test.ts, its charge or refusal in
   confirm.test.ts. Here are one card of each kind, and every refusal. */

const chargedCards = [
  { number: '4242424242424242', brand: 'Visa', code: '123' },
  { number: '378282246310005', brand: 'American Express', code: '1234' },
  { number: '4000002760003184', brand: 'Visa', code: '123', asksBank: true },
];

/** What the page says to each refusal. */
const refusals: Record<Exclude<TestCardOutcome, 'charged'>, string> = {
  generic_decline: 'The bank declined this card.',
  insufficient_funds: 'The bank declined this card: there is not enough money on it.',
  lost_card: 'The bank declined this card.',
  stolen_card: 'The bank declined this card.',
  expired_card: 'This card has expired.',
  incorrect_cvc: 'The security code of the card is wrong.',
  processing_error: 'The bank could not handle the card just now. Please try again in a moment.',
  incorrect_number: 'This is not a card number',
};

test.describe(() => {
  for (const { number, brand, code, asksBank } of chargedCards) {
    test(`a booking is paid with ${brand} ${number}${asksBank ? ', after the bank has asked' : ''}`, async ({
      page,
      signInAs,
    }) => {
      const { bookingId } = await openNewPayment(page, signInAs);
      await fillCard(page, number, '12 / 34', code);
      await expect(page.getByRole('main').getByText(brand, { exact: true })).toBeVisible();
      await payButton(page).click();
      if (asksBank) await bankDialog(page).getByRole('button', { name: 'Complete' }).click();
      await expectReceipt(page);
      await expect(
        page.getByRole('heading', { name: 'Congrats! your payment completed' }),
      ).toBeFocused();
      expect(await countPayments(bookingId)).toBe(1);
    });
  }
});

test('every refusal is shown in red and charges nothing, and another card pays afterwards', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/402 \(Payment Required\)/);
  const { buyer, bookingId } = await openNewPayment(page, signInAs);
  for (const { number, outcome, asks } of testCards) {
    if (outcome === 'charged') continue;
    await test.step(`${outcome}${asks ? ' after the bank has asked' : ''}`, async () => {
      // A number that is none is not sent.
      const isSent = outcome !== 'incorrect_number';
      const response = isSent && page.waitForResponse((candidate) => candidate.status() === 402);
      await pay(page, number);
      if (asks) await bankDialog(page).getByRole('button', { name: 'Complete' }).click();
      await response;
      await expectRefusal(page, refusals[outcome]);
      await expect(page.getByRole('main').getByLabel('Name on the card')).toHaveValue(buyer.name);
      expect(await countPayments(bookingId)).toBe(0);
    });
  }
  await pay(page);
  await expectReceipt(page);
  expect(await countPayments(bookingId)).toBe(1);
});

test('a buyer whom the bank does not recognise is not charged, and can try again', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/402 \(Payment Required\)/);
  const { bookingId } = await openNewPayment(page, signInAs);
  await pay(page, '4000 0000 0000 3220');
  await expect(bankDialog(page)).toBeVisible();
  await expectAccessible(page);
  await bankDialog(page).getByRole('button', { name: 'Fail' }).press('Enter');
  await expectRefusal(
    page,
    'The payment was not confirmed with the bank, so nothing was charged. Please try again.',
  );
  await expect(bankDialog(page)).toBeHidden();
  await expect(payButton(page)).toBeFocused();
  expect(await countPayments(bookingId)).toBe(0);

  await payButton(page).press('Enter');
  await bankDialog(page).getByRole('button', { name: 'Complete' }).click();
  await expectReceipt(page);
});

test('a refusal goes when another card is typed, and is not shown beside what is wrong with that', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/402 \(Payment Required\)/);
  await openNewPayment(page, signInAs);
  const declined = testCards.find(({ outcome }) => outcome === 'generic_decline');
  await pay(page, declined?.number ?? '');
  await expectRefusal(page, refusals.generic_decline);
  await expectAccessible(page);
  await fillCard(page, '4242 4242 4242 4241', '01 / 20', '12');
  await payButton(page).click();
  const main = page.getByRole('main');
  await expect(main.getByText('This is not a card number')).toBeVisible();
  await expect(main.getByText(refusals.generic_decline, { exact: true })).toBeHidden();
});

test('each card field says what is wrong with it, and nothing is sent', async ({
  page,
  signInAs,
}) => {
  await openNewPayment(page, signInAs);
  const main = page.getByRole('main');
  await main.getByLabel('Name on the card').fill('');
  await payButton(page).click();
  await expect(main.getByLabel('Name on the card')).toBeFocused();
  for (const text of [
    'Name on the card is required',
    'Card number is required',
    'Expiry date is required',
    'Security code is required',
  ]) {
    await expect(main.getByText(text)).toBeVisible();
  }
  await fillCard(page, '4242 4242 4242 4241', '01 / 20', '12');
  await expect(main.getByText('This is not a card number')).toBeVisible();
  await expect(main.getByText('This card has expired')).toBeVisible();
  await expect(main.getByText('The security code has 3 digits')).toBeVisible();
  await fillCard(page, goodCard);
  await expect(main.getByText('This is not a card number')).toBeHidden();
  await expect(main.getByText('This card has expired')).toBeHidden();
});

/** Expects the text on the page, in the theme's red. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  const refusal = page.getByRole('main').getByText(text, { exact: true });
  await expect(refusal).toBeVisible();
  const red = await page.evaluate(() => {
    const probe = document.createElement('p');
    probe.className = 'text-red';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(refusal).toHaveCSS('color', red);
}
