import { openPage } from './support/open-page.ts';
import { offerViolin, readableTexts, secondShopTest as test } from './support/second-shop.ts';
import { signIn } from './support/sign-in.ts';
import { expect } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

const name = 'Saitenreich';
/** The name of the default shop, as visitors would read it. */
const otherName = 'Reprise';

test('no page of a guest says the name of the default shop', async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const { productId, seller } = await offerViolin(server);
  const paths = [
    ...['/', '/login', '/register', '/forgot-password', '/reset-password?token=of-a-mail'],
    ...['/search?q=Geige', '/about', '/kontakt', '/nirgendwo'],
    ...[`/products/${productId}`, `/sellers/${seller.id}`],
  ];
  for (const path of paths) {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    const texts = await readableTexts(page);
    expect(texts, path).toContain(name);
    expect(texts, path).not.toContain(otherName);
  }
});

test('no page of an admin says the name of the default shop', async ({ page, context, server }) => {
  const admin = await server.make.user({ name: 'Jördis Großkreuz', role: 'admin' });
  await signIn(context, admin.email, server);
  await openPage(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect(menu.first()).toBeVisible();
  const paths = await menu.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  expect(paths.length).toBeGreaterThan(8);
  for (const path of [...paths, '/dashboard/profile', '/category/String']) {
    await openPage(page, path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    expect(await readableTexts(page), path).not.toContain(otherName);
  }
});
