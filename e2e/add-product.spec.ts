import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { expectToast, getFromApi, sideMenu } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import {
  chooseImages,
  createSeller,
  expectUploaded,
  fillInListing,
  imageAddresses,
  imageItems,
  submitListing,
} from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const formPath = '/dashboard/addproduct';
const { required } = messages;

test('a seller lists a product with three images, and it comes first in its category', async ({
  page,
  signInAs,
}) => {
  const seller = await createSeller();
  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'Add Product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeVisible();
  const name = uniqueName('Trumpet in three pictures');
  const older = uniqueName('Older drum');
  await seed(async (make) => {
    const { id } = await make.user({ role: 'seller' });
    const { imageId } = testServer();
    return make.product(id, { name: older, category: 'Percussion', imageId });
  });
  await chooseImages(page, 'trumpet', 'post-horn', 'trumpet-silver');
  await fillInListing(page, name);
  await expect(page.getByText('You receive $1,250.50.')).toBeVisible();
  // Without a commission the shop keeps nothing.
  await expect(page.getByText('The shop keeps')).toHaveCount(0);
  await page.getByLabel('Category').selectOption('Percussion');
  await page.getByLabel('Maker').fill('Adams');
  await expectUploaded(page, 3);
  const [first, second, third] = await imageAddresses(page);
  // The last image moves to the front by its buttons, and the focus stays on the button that moves along.
  await page.getByRole('button', { name: 'Move picture 3 earlier' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move picture 2 earlier' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Now the main picture')).toBeAttached();
  expect(await imageAddresses(page)).toEqual([third, first, second]);
  const response = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/products'),
  );
  await submitListing(page);
  const { insertedId } = await (await response).json();
  await expectToast(page, messages.toast.productAdded);
  await expect(page).toHaveURL('/dashboard/myproduct');
  await expect(page.getByRole('main')).toContainText(name);

  const product = await readProduct(insertedId, seller.email);
  expect(product).toMatchObject({
    name,
    brand: 'Adams',
    price: 1250.5,
    originalPrice: 2100,
    category: 'Percussion',
    condition: 'Good',
    year: 2015,
    number: '+447700900123',
    location: 'Leith',
    sellerName: seller.name,
  });
  expect(product.image).toBe(product.images[0]);
  expect(product.images).toHaveLength(3);
  await openPage(page, '/category/Percussion');
  // Other tests may list something in between.
  const both = page.getByRole('article').filter({ hasText: new RegExp(`${name}|${older}`) });
  await expect(both.first()).toContainText(name);
  await openPage(page, `/products/${insertedId}`);
  await expect(page.getByRole('main')).toContainText('MakerAdams');
  await openPage(page, '/search?brand=adams');
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Remove the filter adams' })).toBeVisible();
  // The form for the next product is empty.
  await openPage(page, formPath);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(imageItems(page)).toHaveCount(0);
});

test('required fields are asked for, and their errors go when they are filled in', async ({
  page,
  signInAs,
}) => {
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  await expect(page.getByLabel('Purchase year')).toHaveValue('2022');
  await expect(page.getByLabel('Fair')).toBeChecked();
  const placeholder = page.getByRole('option', { name: messages.category.placeholder });
  await expect(placeholder).toHaveAttribute('disabled');
  await expect(page.getByLabel('Location')).toHaveAccessibleDescription(
    'district only, e.g. Camden, London',
  );
  await page.getByLabel('Purchase year').fill('');
  await submitListing(page);
  await expect(page.getByLabel('Choose pictures')).toBeFocused();
  await expect(page.getByText(required.profilePicture)).toBeVisible();
  await chooseImages(page, 'banjo');
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
    await field.fill(label === 'Mobile number' ? '555 0199' : '2020');
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  await submitListing(page);
  // The condition that the form begins with was not touched.
  const question = page.getByRole('alertdialog', { name: 'Is it Fair?' });
  await question.getByRole('button', { name: 'No, change it' }).click();
  await expect(page.getByLabel('Excellent')).toBeFocused();
  // Now it was.
  await submitListing(page);
  await expectToast(page, messages.toast.productAdded);
});

test('each field says what is wrong with its value when it loses the focus', async ({
  page,
  signInAs,
}) => {
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  const invalidValues = [
    ['Name', 'x'.repeat(limits.nameLength + 1), 'Use at most 120 characters'],
    ['Purchase year', '1899', 'The year must be from 1900 to 2099'],
    ['Purchase year', '2100', 'The year must be from 1900 to 2099'],
    ['Resale price', 'a lot', 'Write the price as a number'],
    ['Resale price', '0', 'The price must be above 0'],
    ['Original price', '12.3456', 'Use at most two digits after the point'],
    ['Original price', '1.250', '1.250 can be read as 1.25 and as 1,250: write 1.25 or 1250'],
    ['Mobile number', '123456789012345', 'Use at most 13 characters'],
    ['Description', 'x'.repeat(limits.descriptionLength + 1), 'Use at most 5,000 characters'],
  ] as const;
  for (const [label, value, message] of invalidValues) {
    const field = page
      .getByLabel(label, { exact: true })
      .or(page.getByLabel(`${label} (optional)`));
    await field.fill(value);
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
  await expect(
    page.getByText('Without a category, buyers find it only by searching.'),
  ).toBeVisible();
});

test('a product that the server refuses shows why at the field, and the form stays filled in', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  await fillInListing(page, uniqueName('Tuba with a history'));
  await chooseImages(page, 'trumpet', 'banjo');
  await expectUploaded(page, 2);
  const refuse = (field: string, message: string) =>
    refuseRequests(page, '**/api/products', {
      status: 400,
      detail: message,
      members: { errors: [{ field, message }] },
    });
  await refuse('location', 'There is no such district');
  await submitListing(page);
  await expect(page.getByLabel('Location')).toBeFocused();
  await expect(page.getByLabel('Location')).toHaveAccessibleDescription(/no such district/);
  await page.unroute('**/api/products');
  await refuse('images.1', 'This picture is not of this shop');
  await page.getByLabel('Location').fill('Morningside');
  await submitListing(page);
  await expect(imageItems(page).nth(1)).toContainText('Please choose it again');
  await page.unroute('**/api/products');
  await page.getByRole('button', { name: 'Remove picture 2' }).click();
  await submitListing(page);
  await expectToast(page, messages.toast.productAdded);
});

test('the form is accessible with errors and with uploads that run and that were cancelled', async ({
  page,
  signInAs,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs((await createSeller()).email);
  await openPage(page, formPath);
  await submitListing(page);
  await expect(page.getByText(required.name)).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/images', () => new Promise(() => {}));
  await chooseImages(page, 'banjo', 'flute');
  await expect(page.getByRole('progressbar')).toHaveCount(2);
  await page.getByRole('button', { name: 'Cancel the upload of picture 1' }).click();
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

async function readProduct(id: string, email: string) {
  const response = await getFromApi(`/products/${id}`, await accessTokenFor(email));
  return (await response.json()) as { image: string; images: string[] };
}
