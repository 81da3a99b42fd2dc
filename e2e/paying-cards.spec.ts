import type { Page } from '@playwright/test';
import { type TestCardOutcome, testCards } from '#contract/test-cards.ts';
import { openPage } from './support/open-page.ts';
import {
  aBooking,
  bankQuestion,
  expectReceipt,
  fillCard,
  pay,
  payButton,
  paymentsOf,
} from './support/sale.ts';
import { expect, test } from './support/test.ts';

/** What stands in red below the card for each refusal. */
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
const good = '4242 4242 4242 4242';

test.describe('a booking is paid by', () => {
  for (const { number, brand, asks } of testCards.filter(({ outcome }) => outcome === 'charged')) {
    test(`${brand} ${number}${asks ? ', after the bank has asked' : ''}`, async ({
      page,
      signInAs,
    }) => {
      const { buyer, bookingId, payPath } = await aBooking();
      await signInAs(buyer.email);
      await openPage(page, payPath);
      await fillCard(page, number, '12 / 34', brand === 'American Express' ? '1234' : '123');
      await expect(page.getByRole('main').getByText(brand, { exact: true })).toBeVisible();
      await payButton(page).click();
      if (asks) await bankQuestion(page).getByRole('button', { name: 'Complete' }).click();
      await expectReceipt(page);
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
      expect(await paymentsOf(bookingId)).toBe(1);
    });
  }
});

test.describe('a refusal stands in red, and another card pays, after', () => {
  for (const { number, outcome, asks } of testCards) {
    if (outcome === 'charged') continue;
    test(`${outcome}${asks ? ', although the bank was told that it is them' : ''}`, async ({
      page,
      signInAs,
      expectConsole,
    }) => {
      // A number that cannot be one is not even sent.
      if (outcome !== 'incorrect_number') expectConsole(/402 \(Payment Required\)/);
      const { buyer, bookingId, payPath } = await aBooking();
      await signInAs(buyer.email);
      await openPage(page, payPath);
      await pay(page, number);
      if (asks) await bankQuestion(page).getByRole('button', { name: 'Complete' }).click();
      const words = page.getByRole('main').getByText(refusals[outcome], { exact: true });
      await expect(words).toBeVisible();
      await expectRed(page, refusals[outcome]);
      await expect(page.getByRole('main').getByLabel('Name on the card')).toHaveValue(buyer.name);
      expect(await paymentsOf(bookingId)).toBe(0);
      await pay(page, good);
      await expectReceipt(page);
      expect(await paymentsOf(bookingId)).toBe(1);
    });
  }
});

test('whom the bank does not recognise is not charged, and can try again', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/402 \(Payment Required\)/);
  const { buyer, bookingId, payPath } = await aBooking();
  await signInAs(buyer.email);
  await openPage(page, payPath);
  await pay(page, '4000 0000 0000 3220');
  await bankQuestion(page).getByRole('button', { name: 'Fail' }).press('Enter');
  const words = 'The bank was not told that this is you, so nothing was charged. Please try again.';
  await expect(page.getByRole('main').getByText(words)).toBeVisible();
  await expectRed(page, words);
  await expect(bankQuestion(page)).toBeHidden();
  await expect(payButton(page)).toBeFocused();
  expect(await paymentsOf(bookingId)).toBe(0);

  await payButton(page).press('Enter');
  await bankQuestion(page).getByRole('button', { name: 'Complete' }).click();
  await expectReceipt(page);
});

test('what is wrong with a card is said field by field, and nothing is sent', async ({
  page,
  signInAs,
}) => {
  const { buyer, payPath } = await aBooking();
  await signInAs(buyer.email);
  await openPage(page, payPath);
  const main = page.getByRole('main');
  await main.getByLabel('Name on the card').fill('');
  await payButton(page).click();
  await expect(main.getByLabel('Name on the card')).toBeFocused();
  for (const words of [
    'Name on the card is required',
    'Card number is required',
    'Date of expiry is required',
    'Security code is required',
  ]) {
    await expect(main.getByText(words)).toBeVisible();
  }
  await fillCard(page, '4242 4242 4242 4241', '01 / 20', '12');
  await expect(main.getByText('This is not a card number')).toBeVisible();
  await expect(main.getByText('This card has expired')).toBeVisible();
  await expect(main.getByText('The security code has 3 digits')).toBeVisible();
  await fillCard(page, good);
  await expect(main.getByText('This is not a card number')).toBeHidden();
  await expect(main.getByText('This card has expired')).toBeHidden();
});

/** The words have the colour of what went wrong. */
async function expectRed(page: Page, words: string): Promise<void> {
  const red = await page.evaluate(() => {
    const probe = document.createElement('p');
    probe.className = 'text-red';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(page.getByRole('main').getByText(words, { exact: true })).toHaveCSS('color', red);
}
