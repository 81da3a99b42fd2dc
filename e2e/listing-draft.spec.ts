import type { Page } from '@playwright/test';
import { accessTokenKey } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { expectToast } from './support/dashboard.ts';
import {
  aSeller,
  choosePictures,
  expectArrived,
  fillInListing,
  picturesOf,
  submit,
} from './support/listing.ts';
import { logIn } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { newName } from './support/people.ts';
import { expect, test } from './support/test.ts';

const form = '/dashboard/addproduct';

test('the client renews a token that ended in the middle of the form', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await openPage(page, '/login');
  await logIn(page, 'seller@reprise.test');
  await expect(page).toHaveURL('/');
  await openPage(page, form);
  await fillInListing(page, newName('Cornet over an hour'));
  await choosePictures(page, 'post-horn');
  await expectArrived(page, 1);
  await spendToken(page);
  await submit(page);
  await expectToast(page, messages.toast.productAdded);
});

test('a session that ended in the middle of the form loses nothing of what was typed', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const name = newName('Bugle of a long evening');
  await signInAs('seller2@reprise.test');
  await openPage(page, form);
  await fillInListing(page, name);
  await choosePictures(page, 'post-horn', 'trumpet');
  await expectArrived(page, 2);
  await spendToken(page);
  await submit(page);
  await expect(page).toHaveURL('/login');
  await logIn(page, 'seller2@reprise.test');
  await expect(page).toHaveURL(form);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Category')).toHaveValue('Brass');
  await expect(page.getByLabel('Resale price')).toHaveValue('1,250.50');
  await expectArrived(page, 2);
  await submit(page);
  await expectToast(page, messages.toast.productAdded);
});

test('a draft survives a reload, and goes when it is discarded', async ({ page, signInAs }) => {
  await signInAs((await aSeller()).email);
  await openPage(page, form);
  await page.getByLabel('Name', { exact: true }).fill('Half a harp');
  await choosePictures(page, 'banjo');
  await expectArrived(page, 1);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a harp');
  await expectArrived(page, 1);
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(picturesOf(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('a draft is kept from other people on the same device', async ({ page, signInAs }) => {
  await signInAs((await aSeller()).email);
  await openPage(page, form);
  await page.getByLabel('Name', { exact: true }).fill('Not for your eyes');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await signInAs((await aSeller()).email);
  await openPage(page, form);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('without a connection the form says so and keeps everything, and goes through afterwards', async ({
  page,
  context,
  signInAs,
}) => {
  const name = newName('Alphorn behind a mountain');
  await signInAs((await aSeller()).email);
  await openPage(page, form);
  await fillInListing(page, name);
  await choosePictures(page, 'trumpet');
  await expectArrived(page, 1);
  await context.setOffline(true);
  await submit(page);
  await expect(page.getByText('Everything here is kept on this device')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await context.setOffline(false);
  await submit(page);
  await expectToast(page, messages.toast.productAdded);
});

/** Makes the token that the browser keeps one that the shop no longer believes. */
async function spendToken(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const token = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, `${token.slice(0, token.lastIndexOf('.'))}.spent`);
  }, accessTokenKey);
}
