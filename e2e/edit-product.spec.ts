import { messages } from '#contract/messages.ts';
import { expectToast, getFromApi } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { chooseImages, expectUploaded, imageItems } from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test('a seller edits a product, and only the changed fields are sent', async ({
  page,
  signInAs,
}) => {
  const { email, id, name } = await createProduct();
  await signInAs(email);
  await openPage(page, `/dashboard/myproduct/${id}/edit`);
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^Edit ${name}`));
  await expect(page.getByLabel('Mobile number')).toHaveValue('555-0101');
  await expect(imageItems(page)).toHaveCount(1);
  await expectAccessible(page);
  await page.getByLabel('Resale price').fill('99.90');
  await page.getByLabel('Category').selectOption('No category');
  await chooseImages(page, 'trumpet-silver');
  await expectUploaded(page, 2);
  await page.getByRole('button', { name: 'Move picture 2 earlier' }).click();
  const request = page.waitForRequest((candidate) => candidate.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const sentFields = Object.keys((await request).postDataJSON()).sort();
  expect(sentFields).toEqual(['category', 'image', 'images', 'price']);
  await expectToast(page, 'Your changes are saved');
  await expect(page).toHaveURL('/dashboard/myproduct');

  const response = await getFromApi(`/products/${id}`, await accessTokenFor(email));
  const product = (await response.json()) as { images: string[]; category?: string; price: number };
  expect(product.price).toBe(99.9);
  expect(product.category).toBeUndefined();
  expect(product.images).toHaveLength(2);
});

test('unsaved changes survive a reload until the draft is discarded', async ({
  page,
  signInAs,
}) => {
  const { email, id, name } = await createProduct();
  await signInAs(email);
  await openPage(page, `/dashboard/myproduct/${id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill(`${name}, repaired`);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name}, repaired`);
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
});

test('the product of another seller is not found, and an emptied required field is asked for', async ({
  page,
  signInAs,
}) => {
  const foreign = await createProduct();
  const { email, id } = await createProduct();
  await signInAs(email);
  await openPage(page, `/dashboard/myproduct/${foreign.id}/edit`);
  await expect(page.getByRole('link', { name: messages.notFound.backHome })).toBeVisible();
  await openPage(page, `/dashboard/myproduct/${id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(messages.required.name)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
});

async function createProduct() {
  return seed(async (make) => {
    const name = uniqueName('Cornet');
    const { id: sellerId, email } = await make.user({ name: uniqueName('Ned'), role: 'seller' });
    const { imageId } = testServer();
    return { email, name, id: await make.product(sellerId, { name, imageId }) };
  });
}
