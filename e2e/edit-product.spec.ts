import { messages } from '#contract/messages.ts';
import { expectToast, read } from './support/dashboard.ts';
import { choosePictures, picturesOf } from './support/listing.ts';
import { openPage } from './support/open-page.ts';
import { runningShop } from './support/open-shop.ts';
import { uploadPicture } from './support/own-shop.ts';
import { inTheShop, newName } from './support/people.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { axe, expect, test } from './support/test.ts';

test('a seller mends a listing, and only what was changed is sent', async ({ page, signInAs }) => {
  const { email, id, name } = await aListing();
  await signInAs(email);
  await openPage(page, `/dashboard/myproduct/${id}/edit`);
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^Edit ${name}`));
  await expect(page.getByLabel('Mobile number')).toHaveValue('555-0101');
  await expect(picturesOf(page)).toHaveCount(1);
  await axe(page);
  await page.getByLabel('Resale price').fill('99.90');
  await page.getByLabel('Category').selectOption('No category');
  await choosePictures(page, 'trumpet-silver');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Move picture 2 earlier' }).click();
  const changing = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const sent = Object.keys((await changing).postDataJSON()).sort();
  expect(sent).toEqual(['category', 'image', 'images', 'price']);
  await expectToast(page, 'Your changes are saved');
  await expect(page).toHaveURL('/dashboard/myproduct');

  const answer = await read(`/products/${id}`, await accessTokenFor(email));
  const product = (await answer.json()) as { images: string[]; category?: string; price: number };
  expect(product.price).toBe(99.9);
  expect(product.category).toBeUndefined();
  expect(product.images).toHaveLength(2);
});

test('what was changed and not saved is still there after a reload', async ({ page, signInAs }) => {
  const { email, id, name } = await aListing();
  await signInAs(email);
  await openPage(page, `/dashboard/myproduct/${id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill(`${name}, mended`);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name}, mended`);
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
});

test('another seller’s listing is not found, and a field that was emptied is asked for', async ({
  page,
  signInAs,
}) => {
  const theirs = await aListing();
  const { email, id } = await aListing();
  await signInAs(email);
  await openPage(page, `/dashboard/myproduct/${theirs.id}/edit`);
  await expect(page.getByRole('link', { name: messages.notFound.backHome })).toBeVisible();
  await openPage(page, `/dashboard/myproduct/${id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(messages.required.name)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
});

async function aListing() {
  return inTheShop(async (shop) => {
    const name = newName('Cornet to be mended');
    const { id: sellerId, email } = await shop.user({ name: newName('Ned'), role: 'seller' });
    const imageId = await uploadPicture(runningShop().url);
    return { email, name, id: await shop.product(sellerId, { name, imageId }) };
  });
}
