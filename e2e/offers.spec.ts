import { paths } from '#contract/page-paths.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { expectSignedIn, logIn } from './support/login-page.ts';
import { offerByApi } from './support/offers.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { createSale, payByApi } from './support/sales.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInAllAppearances,
  test,
} from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(120_000);

test('buyer and seller agree on a price by keyboard, and the buyer is led to the payment', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, path } = await createSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  await page.getByRole('button', { name: 'Make an offer' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(`Make an offer for ${name}`);
  await dialog.getByRole('button', { name: 'Send the offer' }).press('Enter');
  await expect(dialog.getByLabel('Your offer')).toBeFocused();
  await expectAccessibleInAllAppearances(page);
  await dialog.getByLabel('Your offer').fill('75');
  await dialog.getByLabel('Message to the seller').fill('Is the case included?');
  await dialog.getByLabel('Message to the seller').press('Tab');
  await dialog.getByRole('button', { name: 'Send the offer' }).press('Enter');
  await expect(dialog.getByText('Offer less than $75')).toBeVisible();
  await expect(dialog.getByLabel('Message to the seller')).toHaveValue('Is the case included?');
  await dialog.getByRole('button', { name: '-10%' }).press('Enter');
  await expect(dialog.getByText('The seller sees $68')).toBeVisible();
  await dialog.getByLabel('Your offer').fill('60');
  await dialog.getByLabel('Your offer').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Make an offer' })).toBeFocused();

  await signInAs(seller.email);
  await openPage(page, paths.dashboard());
  const tasks = page.getByRole('region', { name: 'What to do next' });
  await tasks.getByRole('link', { name: '1 offer to answer' }).press('Enter');
  await expect(page).toHaveURL(paths.offers('seller'));
  const waiting = page.getByRole('list', { name: 'Offers waiting for an answer' });
  await expect(waiting).toContainText('Your turn');
  await expect(waiting).toContainText(/(1 day 23 h|2 days) left/);
  await expect(waiting).toContainText('Is the case included?');
  await expectAccessibleInAllAppearances(page);
  await waiting.getByRole('button', { name: /^Counter/ }).press('Enter');
  await dialog.getByLabel('Your amount').fill('80');
  await dialog.getByLabel('Your amount').press('Enter');
  await expect(dialog.getByText('Between $60 and $75').first()).toBeVisible();
  await dialog.getByLabel('Your amount').fill('70');
  await dialog.getByLabel('Your amount').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(waiting).toContainText('The buyer’s turn');
  await expect(waiting).toContainText('You: $70');

  await signInAs(buyer.email);
  await openPage(page, paths.dashboard());
  await tasks.getByRole('link', { name: '1 counter-offer to answer' }).press('Enter');
  await waiting.getByRole('button', { name: /^Accept \$70/ }).press('Enter');
  const question = page.getByRole('alertdialog', { name: `Accept $70 for ${name}?` });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Accept $70' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/payment\//);
  const contact = page.getByRole('form', { name: 'How does the seller reach you?' });
  await expect(contact.getByText('Then you pay $70.00.')).toBeVisible();
  await expectAccessibleInAllAppearances(page);
  await contact.getByLabel('Phone').fill('555 0199');
  await contact.getByLabel('Phone').press('Enter');
  await expect(page.getByText('Please pay $70.00 to make it yours.')).toBeVisible();
  const paymentPath = new URL(page.url()).pathname;

  await openPage(page, path);
  await expect(page.getByText('$75').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay $70' }).first()).toBeVisible();

  const bookingId = paymentPath.replace(/.*\//, '');
  await payByApi({ buyer, price: 70, bookingId });
  await signInAs('admin@reprise.test');
  await openPage(page, paymentPath);
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('Listed at$75.00');
  await expect(money).toContainText('Offers$60.00, $70.00');
});

test('a guest who makes an offer is led through the login and back to it', async ({ page }) => {
  const { name, path } = await createSale();
  await openPage(page, path);
  await page.getByRole('link', { name: 'Make an offer' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(`Log in to make an offer for ${name}.`)).toBeVisible();
  await logIn(page, 'buyer@reprise.test');
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('dialog', { name: `Make an offer for ${name}` })).toBeVisible();
  await expectSignedIn(page);
});

test('an open offer that was made elsewhere replaces the form and can be withdrawn', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const sale = await createSale();
  const { buyer, path } = sale;
  await signInAs(buyer.email);
  await openPage(page, path);
  await page.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your offer').fill('50');
  await offerByApi(sale, 55);
  await dialog.getByRole('button', { name: 'Send the offer' }).click();
  await expect(dialog).toHaveAccessibleName('You have offered $55');
  await dialog.getByRole('link', { name: 'See your offers' }).click();
  await expect(page).toHaveURL(paths.offers('buyer'));
  const waiting = page.getByRole('list', { name: 'Offers waiting for an answer' });
  await waiting.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw it' }).click();
  await expect(page.getByText('No offer waits for an answer')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Offers that have ended' })).toContainText(
    'Withdrawn.',
  );
});

test('an offer below the lowest amount is declined immediately, and the seller sees why', async ({
  page,
  signInAs,
}) => {
  const sale = await createSale({ leastOffer: 70 });
  const { buyer, seller, path } = sale;
  await query(
    (sql) => sql`
      update users set created_at = now() - interval '30 days', email_proven_at = now()
      where email = ${buyer.email}`,
  );
  await signInAs(buyer.email);
  await openPage(page, path);
  await page.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your offer').fill('69');
  await dialog.getByRole('button', { name: 'Send the offer' }).click();
  await expect(dialog.getByText('The seller does not accept $69.')).toBeVisible();
  await expect(dialog.getByLabel('Your offer')).toHaveValue('69');

  await signInAs(seller.email);
  await openPage(page, paths.offers('seller'));
  await expect(page.getByRole('list', { name: 'Offers that have ended' })).toContainText(
    'Declined for you: it was below your lowest offer.',
  );
});

test('a seller turns offers off in the form, and the product has no button to make one', async ({
  page,
  signInAs,
}) => {
  const { seller, buyer, productId, path } = await createSale();
  await signInAs(seller.email);
  await openPage(page, paths.editProduct(productId));
  await page.getByLabel('Lowest offer').fill('80');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The lowest offer must be below the price')).toBeVisible();
  await page.getByLabel('Lowest offer').fill('70');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(paths.myProducts());
  await openPage(page, paths.editProduct(productId));
  await expect(page.getByLabel('Lowest offer')).toHaveValue('70');
  await page.getByRole('radio', { name: 'No offers' }).check();
  // Back to the top, where the bar lies over no field.
  await page.keyboard.press('Control+Home');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(paths.myProducts());
  await signInAs(buyer.email);
  await openPage(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
});

test('offers with long names fit on a phone', async ({ page, signInAs }) => {
  const buyer = await seed((make) => make.user({ name: uniqueName('Bea') }));
  const name = `${uniqueName('Contrabassophone')} ${'of the old orchestra '.repeat(4)}`.trim();
  const sale = await createSale({ name, buyer });
  await offerByApi(sale, 60);
  await signInAs(sale.seller.email);
  await openPage(page, paths.offers('seller'));
  await expect(page.getByRole('button', { name: 'Accept $60' })).toBeVisible();
  await expectToFitEverywhere(page);
});
