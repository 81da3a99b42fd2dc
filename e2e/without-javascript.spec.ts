import { messages } from '#contract/messages.ts';
import { seed } from './support/database.ts';
import { demoCard, demoProduct } from './support/demo-products.ts';
import { expect, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test.use({ javaScriptEnabled: false });

test('a guest reads the pages and follows their links without JavaScript', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  const card = demoCard(page);
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('link', { name: /^see details/ }).click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const width = await page
    .getByRole('img', { name })
    .first()
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  expect(width).toBeGreaterThan(0);
  await page.getByRole('link', { name: messages.product.bookNow }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This is a demo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeHidden();
  // Playwright's text search skips noscript elements.
  await expect(page.locator('noscript p')).toHaveText(/^This form needs JavaScript/);
});

test('a page behind the login says without JavaScript what it needs', async ({ page }) => {
  for (const path of ['/category/Brass', '/dashboard', '/dashboard/payment/of-a-booking']) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible();
    await expect(main.getByText('Loading').first()).toBeHidden();
  }
  await page.getByRole('link', { name: 'See what is on sale' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a sold product says so without JavaScript', async ({ page }) => {
  const { path, category } = await demoProduct('sold');
  await page.goto(path);
  const main = page.getByRole('main');
  await expect(main.getByText(messages.product.sold, { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: messages.product.bookNow })).toHaveCount(0);
  await expect(
    main.getByRole('link', { name: `More ${category?.toLowerCase()} instruments` }),
  ).toBeVisible();
});

test('a long description is whole without JavaScript', async ({ page }) => {
  const end = 'The last sentence names the moonlit valve.';
  const id = await seed(async (make) => {
    const seller = await make.user({ role: 'seller' });
    const description = `${'It was played every day.\n\n'.repeat(60)}${end}`;
    return make.product(seller.id, { description, imageId: testServer().imageId });
  });
  await page.goto(`/products/${id}`);
  await expect(page.getByRole('button', { name: /^Read more/ })).toBeHidden();
  const box = page.locator('#description');
  expect(await box.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  await expect(box).toContainText(end);
});

test('the answers of the blog open and close without JavaScript', async ({ page }) => {
  await page.goto('/blog');
  const answers = page.getByRole('main').locator('details');
  await expect(answers).toHaveCount(4);
  for (const answer of await answers.all()) {
    const text = answer.getByRole('region').first();
    await expect(text).toBeHidden();
    await answer.getByRole('heading', { level: 2 }).click();
    await expect(text).toBeVisible();
    await answer.getByRole('heading', { level: 2 }).click();
    await expect(text).toBeHidden();
  }
});

test('the links of the navigation bar are reachable on a phone without JavaScript', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
});
