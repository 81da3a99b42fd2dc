import { messages } from '#contract/messages.ts';
import { expectToast, rowOf } from './support/dashboard-page.ts';
import { requestJob } from './support/jobs.ts';
import { openPage } from './support/open-page.ts';
import { bookNowButton, callApi, createReceivedPurchase } from './support/sales.ts';
import { expect, test } from './support/test.ts';

const admin = 'admin@reprise.test';
const reason = 'The third valve sticks.';

test('a buyer requests a return, the seller accepts it, an admin says that it was given back, and the buyer is refunded', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, path, paymentPath } = await createReceivedPurchase();
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  const returnButton = page.getByRole('button', { name: new RegExp(`^Return it ?: ${name}$`) });
  await returnButton.press('Enter');
  const form = page.getByRole('dialog', { name: `Return ${name}` });
  await form.getByRole('button', { name: 'Ask to return it' }).press('Enter');
  await expect(form.getByText('Say why you want to return it')).toBeVisible();
  await form.getByLabel('Why do you want to return it?').fill(reason);
  await form.getByRole('button', { name: 'Ask to return it' }).press('Enter');
  await expectToast(page, messages.toast.operationDone);
  await expect(rowOf(page, name)).toContainText('You asked to return it');
  await expect(returnButton).toHaveCount(0);
  await expect(rowOf(page, name).getByRole('link', { name }).first()).toBeFocused();

  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await expect(rowOf(page, name)).toContainText(reason);
  await page.getByRole('button', { name: `Accept the return of ${name}` }).press('Enter');
  const acceptance = page.getByRole('dialog', { name: `Accept the return of ${name}?` });
  await expect(acceptance).toContainText(`$75 goes back to their card`);
  await acceptance.getByLabel('Where is it brought or sent?').fill('The old pier');
  await acceptance.getByRole('button', { name: 'Accept the return' }).press('Enter');
  await expectToast(page, messages.toast.operationDone);
  await expect(rowOf(page, name)).toContainText('Your code for that');
  await expect(rowOf(page, name).getByRole('link', { name }).first()).toBeFocused();

  await signInAs(admin);
  await openPage(page, '/dashboard/returns');
  await expect(rowOf(page, name)).toContainText('Accepted, to be given back');
  await page.getByRole('button', { name: new RegExp(`^Given back ?: ${name}$`) }).press('Enter');
  const question = page.getByRole('alertdialog', { name: `Was ${name} given back?` });
  await expect(question).toContainText(`$75 goes back to the card of ${buyer.name}`);
  await question.getByRole('button', { name: 'It was given back' }).press('Enter');
  await expect(rowOf(page, name)).toContainText('Given back, refund under way');
  await expect(rowOf(page, name).getByRole('link', { name })).toBeFocused();

  await requestJob('payments-refunded');
  await signInAs(buyer.email);
  await expect(async () => {
    await openPage(page, paymentPath);
    const receipt = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(receipt).toBeVisible();
    expect(await receipt.textContent()).toBe('Returned and refunded');
  }).toPass();
  await openPage(page, '/dashboard/bookings');
  await expect(rowOf(page, name)).toContainText('Returned and refunded');
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
  await page.getByRole('button', { name: `Accept the return of ${name}` }).click();
  const contested = { state: 'contested', reason: 'It worked on Sunday.' };
  await callApi(seller.email, `/bookings/${bookingId}/return`, contested, 'PUT');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where is it brought or sent?').fill('The old pier');
  await dialog.getByRole('button', { name: 'Accept the return' }).click();
  await expect(dialog.getByText('A dispute about this sale is open.')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('You contest the return');
});
