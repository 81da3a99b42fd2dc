import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { demoProduct } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { newPassword, submitRegistration, uniqueEmail } from './support/registration-form.ts';
import { createSale } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test('Sell leads a guest to one page with fee, payout, steps and what was sold, and from there to registering as a seller', async ({
  page,
}) => {
  await createSale();
  await openPage(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sell' }).click();
  await expect(page).toHaveURL('/sell');
  await expect(page.getByRole('heading', { level: 1, name: 'Sell your instrument' })).toBeFocused();
  for (const name of ['Photograph it', 'Name your price', 'Pass it on', 'The fee', 'The payout']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  const sold = page.getByRole('region', { name: 'Sold lately' }).getByRole('link');
  expect(await sold.count()).toBeLessThanOrEqual(6);
  await expectAccessible(page);
  await sold.first().click();
  await expect(page.getByText(messages.product.sold, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Sold on \w{3} \d+, \d{4}$/)).toBeVisible();

  await openPage(page, '/sell');
  await page.getByRole('link', { name: 'Register as a seller' }).click();
  await expect(page.getByRole('radio', { name: 'Seller' })).toBeChecked();
  await openPage(page, '/register');
  await expect(page.getByRole('radio', { name: 'Buyer' })).toBeChecked();
});

test('Browse leads a guest from a product to the pages of kinds', async ({ page }) => {
  const { path } = await demoProduct('available');
  await openPage(page, path);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Browse' }).click();
  await expect(page).toHaveURL('/instruments');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a buyer who opens Add Product becomes a seller on the login page and comes to the form', async ({
  page,
  signInAs,
}) => {
  const { email } = await seed((make) => make.user({ name: uniqueName('Bea') }));
  await signInAs(email);
  await page.goto('/dashboard/addproduct');
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: 'The fee' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Become a seller' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/addproduct');
  await expect(page.getByLabel('Resale price')).toBeVisible();
});

test('the login says what it is for, with the picture, also after switching to the registration', async ({
  page,
}) => {
  const { name, path } = await createProduct();
  await openPage(page, path);
  await page
    .getByRole('link', { name: /^Book Now/ })
    .filter({ hasText: name })
    .click();
  const main = page.getByRole('main');
  await expect(main.getByText(`Log in to reserve ${name}.`)).toBeVisible();
  await expectPictureLoaded(page);
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Register' }).click();
  await expect(main.getByText(`Register to reserve ${name}.`)).toBeVisible();
  await expectPictureLoaded(page);

  await openPage(page, path);
  await page.getByRole('link', { name: 'Ask the seller' }).click();
  await expect(main.getByText(`Log in to message the seller of ${name}.`)).toBeVisible();
  await expectPictureLoaded(page);
});

test('a new user takes their initials as picture, drawn of the name in any script, and comes back to what they wanted', async ({
  page,
}) => {
  const { name, path } = await createProduct();
  await openPage(page, path);
  await page.getByRole('link', { name: `Add to your wishlist: ${name}` }).click();
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Register' }).click();
  await expect(
    main.getByText('You can change this later. A seller can buy as well.'),
  ).toBeVisible();
  await main.getByRole('button', { name: 'Use my initials' }).click();
  await expect(main.getByText(messages.required.name)).toBeVisible();
  await expect(main.getByLabel('Name')).toBeFocused();
  const preview = main.getByRole('img', { name: 'Preview of what you have chosen' });
  const shown = new Set<string | null>();
  for (const person of ['Ada Marsh', 'محمد علي', '山田 太郎']) {
    await main.getByLabel('Name').fill(person);
    await main.getByRole('button', { name: 'Use my initials' }).click();
    await expect.poll(async () => shown.has(await preview.getAttribute('src'))).toBe(false);
    shown.add(await preview.getAttribute('src'));
  }
  await main.getByLabel('Email').fill(uniqueEmail());
  await main.getByLabel('Password', { exact: true }).fill(newPassword);
  // The picture follows the name.
  await main.getByLabel('Name').fill('Bob Reed');
  await submitRegistration(page);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('link', { name: `Wishlisted : ${name}` })).toBeVisible();
  await openPage(page, '/dashboard/profile');
  await expect(page.getByRole('img', { name: 'Your current picture' })).toHaveAttribute(
    'src',
    /\/pictures\//,
  );
});

test('a new user who registers while their initials are drawn gets them as picture', async ({
  page,
}) => {
  await openPage(page, '/register');
  const main = page.getByRole('main');
  let finishDrawing = () => {};
  const drawing = new Promise<void>((resolve) => {
    finishDrawing = resolve;
  });
  await page.route('**/draw-initials*', async (route) => {
    await drawing;
    await route.continue();
  });
  await main.getByLabel('Name').fill('Ada Marsh');
  await main.getByLabel('Email').fill(uniqueEmail());
  await main.getByLabel('Password', { exact: true }).fill(newPassword);
  await main.getByRole('button', { name: 'Use my initials' }).click();
  await submitRegistration(page);
  finishDrawing();
  await expect(page).toHaveURL('/');
});

test('a listing that is off sale is a page with similar ones, and not found for programs', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const name = uniqueName('Zither');
  const { gone, other } = await seed(async (make) => {
    const [seller, otherSeller] = [
      await make.user({ role: 'seller' }),
      await make.user({ role: 'seller' }),
    ];
    const { imageId } = testServer();
    return {
      gone: await make.product(seller.id, { name: `${name} one`, imageId }),
      other: await make.product(otherSeller.id, { name: `${name} two`, imageId }),
    };
  });
  await query((sql) => sql`update products set withdrawn_at = now() where id = ${gone}`);
  const path = `/products/${gone}`;
  const reply = await page.request.get(path);
  expect(reply.status()).toBe(404);
  const html = await reply.text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toContain(`${name} one`);
  expect((await page.request.get(`/api${path}`)).status()).toBe(404);

  await openPage(page, path);
  await expect(page).toHaveTitle('No longer on sale | Reprise');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This instrument is no longer on sale' }),
  ).toBeVisible();
  const similar = page.getByRole('region', { name: 'Similar instruments' });
  await expect(similar.getByRole('heading', { name: `${name} two` })).toBeVisible();
  await expectAccessible(page);
  await similar.getByRole('link', { name: `see details: ${name} two` }).click();
  await expect(page).toHaveURL(`/products/${other}`);
  await expect(page.getByRole('heading', { level: 1, name: `${name} two` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /no longer on sale/ })).toBeVisible();
});

async function createProduct() {
  const name = uniqueName('Ocarina');
  const id = await seed(async (make) => {
    const seller = await make.user({ role: 'seller' });
    return make.product(seller.id, { name, imageId: testServer().imageId });
  });
  return { name, path: `/products/${id}` };
}

/** The picture beside the reason is loaded, not only in the page. */
async function expectPictureLoaded(page: Page): Promise<void> {
  const picture = page.getByRole('main').locator('picture img');
  await expect(picture).toHaveCount(1);
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0))
    .toBe(true);
}
