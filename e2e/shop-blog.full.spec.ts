import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { secondShopTest as test } from './support/second-shop.ts';
import { expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

const newest = 'Neue Saiten: wann, und welche';

test('a guest reads the posts of the owner from the menu, without a reload, and follows their links', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  const posts = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(posts).toHaveText([newest, 'Geigen im Winter']);
  await expectAccessible(page);
  await posts.getByRole('link', { name: newest }).press('Enter');
  await expect(page).toHaveURL('/blog/neue-saiten');
  const heading = page.getByRole('heading', { level: 1, name: newest });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle(`${newest} | Saitenreich`);
  await expectAccessible(page);
  await expectToFitEverywhere(page);
  await page.getByRole('main').getByRole('link', { name: 'Werkstatt' }).press('Enter');
  await expect(page).toHaveURL('/werkstatt');
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true);
});

test('a post has its text, its data for search engines and its feed in the HTML of the server', async ({
  page,
}) => {
  const html = await (await page.request.get('/blog/neue-saiten')).text();
  expect(html).toContain('Woran man es merkt');
  const [, json = ''] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'BlogPosting',
    headline: newest,
    datePublished: '2026-03-02',
    inLanguage: 'de',
    image: expect.stringMatching(/^http.*\/shop\/[0-9a-f]{12}\/steg\.svg$/),
  });
  const [, feed = ''] = /type="application\/rss\+xml"[^>]*href="([^"]*)"/.exec(html) ?? [];
  expect(await (await page.request.get(feed)).text()).toContain(`<title>${newest}</title>`);
});

test('a post of a later day and the essays of the demo are at no address', async ({ page }) => {
  expect((await page.request.get('/blog/jubilaeum')).status()).toBe(404);
  const blog = await (await page.request.get('/blog')).text();
  expect(blog).not.toContain('Hundert Jahre');
  expect(blog).not.toContain('prototypal');
});
