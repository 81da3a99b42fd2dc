import { messages } from '#contract/messages.ts';
import { expectToast, rowOf } from './support/dashboard-page.ts';
import { requestJob } from './support/jobs.ts';
import { openPage } from './support/open-page.ts';
import { bookNowButton, callApi, createPurchase } from './support/sales.ts';
import { expect, test } from './support/test.ts';

const admin = 'admin@reprise.test';
const reason = 'The third valve sticks.';

test('a buyer requests a return, the seller refuses it, an admin accepts it, and the buyer is refunded', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, path, paymentPath } = await createPurchase();
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
  await page.getByRole('button', { name: `Refuse the return of ${name}` }).press('Enter');
  const refusal = page.getByRole('alertdialog', { name: `Refuse the return of ${name}?` });
  await expect(refusal).toContainText(buyer.name);
  await refusal.getByRole('button', { name: 'Refuse the return' }).press('Enter');
  await expectToast(page, messages.toast.operationDone);
  await expect(rowOf(page, name)).toContainText('You refused the return');
  await expect(rowOf(page, name).getByRole('link', { name }).first()).toBeFocused();

  await signInAs(admin);
  await openPage(page, '/dashboard/returns');
  await expect(rowOf(page, name)).toContainText('Refused');
  await page
    .getByRole('button', { name: new RegExp(`^Accept after all ?: ${name}$`) })
    .press('Enter');
  const acceptance = page.getByRole('alertdialog', { name: `Accept the return of ${name}?` });
  await expect(acceptance).toContainText(`$75 goes back to the card of ${buyer.name}`);
  await acceptance.getByRole('button', { name: 'Accept the return' }).press('Enter');
  await expect(rowOf(page, name)).toContainText('Accepted, refund under way');
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

test('a return that was refused in the meantime cannot be accepted, and the dialog says why', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/403 \(Forbidden\)/);
  const { buyer, seller, name, bookingId } = await createPurchase();
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await page.getByRole('button', { name: `Accept the return of ${name}` }).click();
  await callApi(seller.email, `/bookings/${bookingId}/return`, { state: 'refused' }, 'PUT');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Accept the return' }).click();
  const text = 'Only an admin can accept a return that was refused';
  await expect(dialog.getByText(text)).toBeVisible();
  await expect(rowOf(page, name)).toContainText('You refused the return');
});
