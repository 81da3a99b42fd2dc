import { query, seed } from './support/database.ts';
import { everyPage } from './support/every-page.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';
import { expectTranslated } from './support/translated-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** `languages.full.spec.ts` visits every page. */
const samples = [
  ...['home', 'an available product', 'registration', 'search results of a guest', 'dashboard'],
  ...['bookings', 'a sale', 'add product', 'profile'],
];

test('no English is left on the main pages in German, and nothing is cut', async ({
  page,
  signInAs,
}) => {
  for (const { name, path, user } of everyPage) {
    if (!samples.includes(name)) continue;
    if (user) await signInAs(user);
    await expectTranslated(page, 'de', await path());
  }
});

test('the footer leads to the same page in another language, and back', async ({ page }) => {
  await page.goto('/search?q=trumpet');
  await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
  await expect(page).toHaveURL('/de/search?q=trumpet');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await expect(page).toHaveURL('/search?q=trumpet');
});

test.describe(() => {
  test.use({ locale: 'de-DE' });
  test('a browser that prefers German is offered German once, and a visitor who declines stays in English', async ({
    page,
  }) => {
    await page.goto('/about');
    const offer = page.getByRole('link', { name: 'Diese Seite auf Deutsch lesen' });
    await expect(offer).toHaveAttribute('href', '/de/about');
    await expect(page).toHaveURL('/about');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // Refused while something lies over it.
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: '日本語' })
        .click({ trial: true });
      await expect(page.getByRole('contentinfo').getByText('Copyright')).toBeInViewport();
    }
    await page.getByRole('button', { name: 'Nein, danke' }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });
});

test.describe('a browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test('the dashboard stores the language and time zone for mails', async ({ page, signInAs }) => {
    const { id, email } = await seed((make) => make.user());
    await signInAs(email);
    await openPage(page, '/about');
    await page.getByRole('link', { name: '日本語', exact: true }).click();
    await expect(page).toHaveURL('/ja/about');
    await page.goto('/ja/dashboard');
    await expect
      .poll(() => query((sql) => sql`select language, time_zone from users where id = ${id}`))
      .toEqual([{ language: 'ja', time_zone: 'Asia/Tokyo' }]);
  });
});
