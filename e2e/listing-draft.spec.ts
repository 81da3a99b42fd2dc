import { messages } from '#contract/messages.ts';
import { expectToast } from './support/dashboard-page.ts';
import { uniqueName } from './support/database.ts';
import {
  chooseImages,
  createSeller,
  expectUploaded,
  fillInListing,
  imageItems,
  submitListing,
} from './support/listing-form.ts';
import { invalidateToken, logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { signInWithSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const formPath = '/dashboard/addproduct';

test('an access token that expires while the form is filled in is renewed when it is submitted', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await signInWithSession(page, 'seller@reprise.test');
  await openPage(page, formPath);
  await fillInListing(page, uniqueName('Cornet over an hour'));
  await chooseImages(page, 'post-horn');
  await expectUploaded(page, 1);
  await invalidateToken(page);
  await submitListing(page);
  await expectToast(page, messages.toast.productAdded);
});

test('a session that ends while the form is filled in loses nothing of the draft', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const name = uniqueName('Bugle of a long evening');
  await signInAs('seller2@reprise.test');
  await openPage(page, formPath);
  await fillInListing(page, name);
  await chooseImages(page, 'post-horn', 'trumpet');
  await expectUploaded(page, 2);
  await invalidateToken(page);
  await submitListing(page);
  await expect(page).toHaveURL('/login');
  await logIn(page, 'seller2@reprise.test');
  await expect(page).toHaveURL(formPath);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Category')).toHaveValue('Brass');
  await expect(page.getByLabel('Resale price')).toHaveValue('1,250.50');
  await expectUploaded(page, 2);
  await submitListing(page);
  await expectToast(page, messages.toast.productAdded);
});

test('a draft survives a reload, and is deleted when it is discarded', async ({
  page,
  signInAs,
}) => {
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  await page.getByLabel('Name', { exact: true }).fill('Half a harp');
  await chooseImages(page, 'banjo');
  await expectUploaded(page, 1);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a harp');
  await expectUploaded(page, 1);
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(imageItems(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('another user of the same browser does not see the draft', async ({ page, signInAs }) => {
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  await page.getByLabel('Name', { exact: true }).fill('Not for your eyes');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('a form without a connection says that the draft is stored, and can be submitted afterwards', async ({
  page,
  context,
  signInAs,
}) => {
  const name = uniqueName('Alphorn behind a mountain');
  // What similar ones went for is looked up while one types, with a connection or without.
  await page.route('**/api/prices?*', (route) => route.fulfill({ json: {} }));
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  await fillInListing(page, name);
  await chooseImages(page, 'trumpet');
  await expectUploaded(page, 1);
  await context.setOffline(true);
  await submitListing(page);
  await expect(page.getByText('Everything here is saved on this device')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await context.setOffline(false);
  await submitListing(page);
  await expectToast(page, messages.toast.productAdded);
});
