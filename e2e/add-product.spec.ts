import type { Page } from '@playwright/test';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { expectToast, menuOf, read } from './support/dashboard.ts';
import {
  aSeller,
  choosePictures,
  expectArrived,
  fillInListing,
  picturesOf,
  submit,
} from './support/listing.ts';
import { openPage } from './support/open-page.ts';
import { newName } from './support/people.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { axe, expect, looks, test, wear } from './support/test.ts';

const form = '/dashboard/addproduct';
const { required } = messages;

test('a seller lists an instrument with three pictures, and it stands first in its category', async ({
  page,
  signInAs,
}) => {
  const seller = await aSeller();
  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  await menuOf(page).getByRole('link', { name: 'Add Product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeVisible();
  const name = newName('Trumpet in three pictures');
  await choosePictures(page, 'trumpet', 'post-horn', 'trumpet-silver');
  await fillInListing(page, name);
  await expectArrived(page, 3);
  const order = await addressesOf(page);
  // The last comes to the front by its buttons, which stay in hand while it moves.
  await page.getByRole('button', { name: 'Move picture 3 earlier' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move picture 2 earlier' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Now the main picture')).toBeAttached();
  const wanted = [order[2], order[0], order[1]];
  expect(await addressesOf(page)).toEqual(wanted);
  const listed = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await submit(page);
  const { insertedId } = await (await listed).json();
  await expectToast(page, messages.toast.productAdded);
  await expect(page).toHaveURL('/dashboard/myproduct');
  await expect(page.getByRole('main')).toContainText(name);

  const product = await productOf(insertedId, seller.email);
  expect(product).toMatchObject({
    ...{ name, price: 1250.5, originalPrice: 2100, category: 'Brass', condition: 'Good' },
    ...{ year: 2015, number: '+447700900123', location: 'Leith', sellerName: seller.name },
  });
  expect(product.image).toBe(product.images[0]);
  expect(product.images).toHaveLength(3);
  await openPage(page, '/category/Brass');
  const first = page.getByRole('main').getByRole('article').first();
  await expect(first.getByRole('heading')).toHaveText(name);
  // Nothing of the draft is left for the next instrument.
  await openPage(page, form);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(picturesOf(page)).toHaveCount(0);
});

test('every field that must be filled in is asked for, and a mended one is no longer wrong', async ({
  page,
  signInAs,
}) => {
  await signInAs((await aSeller()).email);
  await openPage(page, form);
  await expect(page.getByLabel('Purchase year')).toHaveValue('2022');
  await expect(page.getByLabel('Fair')).toBeChecked();
  const placeholder = page.getByRole('option', { name: messages.category.placeholder });
  await expect(placeholder).toHaveAttribute('disabled');
  await expect(page.getByLabel('Location')).toHaveAccessibleDescription('district only');
  await page.getByLabel('Purchase year').fill('');
  await submit(page);
  await expect(page.getByLabel('Choose pictures')).toBeFocused();
  await expect(page.getByText(required.profilePicture)).toBeVisible();
  await choosePictures(page, 'banjo');
  await expect(page.getByText(required.profilePicture)).toHaveCount(0);
  const fields = {
    Name: required.name,
    'Purchase year': required.purchaseYear,
    Description: required.description,
    'Resale price': required.resalePrice,
    'Mobile number': required.mobileNumber,
    Location: required.location,
  };
  for (const [label, message] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await field.fill('2020');
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  await submit(page);
  await expectToast(page, messages.toast.productAdded);
});

test('each field says what is wrong with what was typed, when one leaves it', async ({
  page,
  signInAs,
}) => {
  await signInAs((await aSeller()).email);
  await openPage(page, form);
  const wrong = [
    ['Name', 'x'.repeat(limits.nameLength + 1), 'Use at most 120 characters'],
    ['Purchase year', '1899', 'The year must be from 1900 to 2099'],
    ['Purchase year', '2100', 'The year must be from 1900 to 2099'],
    ['Resale price', 'a lot', 'Write the price as a number'],
    ['Resale price', '0', 'The price must be above 0'],
    ['Original price', '12.345', 'Use at most two digits after the point'],
    ['Mobile number', '123456789012345', 'Use at most 13 characters'],
    ['Description', 'x'.repeat(limits.descriptionLength + 1), 'Use at most 5000 characters'],
  ] as const;
  for (const [label, typed, message] of wrong) {
    const field = page
      .getByLabel(label, { exact: true })
      .or(page.getByLabel(`${label} (optional)`));
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByText('5,001 of 5,000 characters')).toBeVisible();
  await page.getByLabel('Description').fill('🎻'.repeat(2_600));
  await expect(page.getByText('2,600 of 5,000 characters')).toBeVisible();
  await page.getByLabel('Purchase year').fill('2050');
  await expect(page.getByText('the instrument counts as new')).toBeVisible();
  await page.getByLabel('Category').selectOption('String');
  await expect(page.getByText('Buyers find it under String.')).toBeVisible();
  await page.getByLabel('Category').selectOption('No category');
  await expect(page.getByText('it stands on none of the category pages')).toBeVisible();
});

test('a product that the shop refuses says so at the field, and nothing is lost', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  await signInAs((await aSeller()).email);
  await openPage(page, form);
  await fillInListing(page, newName('Tuba with a history'));
  await choosePictures(page, 'trumpet', 'banjo');
  await expectArrived(page, 2);
  const refuse = (field: string, message: string) =>
    page.route('**/api/products', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { title: 'No', detail: message, errors: [{ field, message }] },
      }),
    );
  await refuse('location', 'There is no such district');
  await submit(page);
  await expect(page.getByLabel('Location')).toBeFocused();
  await expect(page.getByLabel('Location')).toHaveAccessibleDescription(/no such district/);
  await page.unroute('**/api/products');
  await refuse('images.1', 'This picture is not of this shop');
  await page.getByLabel('Location').fill('Morningside');
  await submit(page);
  await expect(picturesOf(page).nth(1)).toContainText('Please choose it again');
  await page.unroute('**/api/products');
  await page.getByRole('button', { name: 'Remove picture 2' }).click();
  await submit(page);
  await expectToast(page, messages.toast.productAdded);
});

for (const look of looks) {
  test(`the form is open to everybody, in ${look.theme} on the ${look.size}`, async ({
    page,
    signInAs,
  }) => {
    await wear(page, look);
    await signInAs((await aSeller()).email);
    await openPage(page, form);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await axe(page);
    await submit(page);
    await expect(page.getByText(required.name)).toBeVisible();
    await axe(page);
    await page.route('**/api/images', () => new Promise(() => {}));
    await choosePictures(page, 'banjo', 'flute');
    await expect(page.getByRole('progressbar')).toHaveCount(2);
    await page.getByRole('button', { name: 'Cancel the upload of picture 1' }).click();
    await page.evaluate(() => scrollTo(0, 0));
    await axe(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

/** Where the pictures are, in the order in which the form shows them. */
function addressesOf(page: Page): Promise<string[]> {
  return picturesOf(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
}

async function productOf(id: string, email: string) {
  const answer = await read(`/products/${id}`, await accessTokenFor(email));
  return (await answer.json()) as { image: string; images: string[] };
}
