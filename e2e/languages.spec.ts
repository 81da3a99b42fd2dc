import { everyPage } from './support/every-page.ts';
import { findOverflow } from './support/overflow.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { englishLeft, openTranslated } from './support/translated-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const language of ['de', 'ar']) {
  test.describe(`in ${language} no English is left, and nothing is cut`, () => {
    for (const { name, path, user, consoleError } of everyPage) {
      test(name, async ({ page, signInAs, expectConsole }) => {
        if (user) await signInAs(user);
        if (consoleError) expectConsole(consoleError);
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await openTranslated(page, language, await path());
          expect(await englishLeft(page, language), `at ${width} px`).toEqual([]);
          expect(await findOverflow(page), `at ${width} px`).toEqual([]);
        }
        await expectAccessible(page);
      });
    }
  });
}

test('the footer leads to the same page in another language, and back', async ({ page }) => {
  await page.goto('/search?q=trumpet');
  await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
  await expect(page).toHaveURL('/de/search?q=trumpet');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await expect(page).toHaveURL('/search?q=trumpet');
});

test.describe('a browser that prefers German', () => {
  test.use({ locale: 'de-DE' });
  test('is offered German once, and stays in English when it declines', async ({ page }) => {
    await page.goto('/about');
    const offer = page.getByRole('link', { name: 'Diese Seite auf Deutsch lesen' });
    await expect(offer).toHaveAttribute('href', '/de/about');
    await expect(page).toHaveURL('/about');
    await page.getByRole('button', { name: 'Nein, danke' }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });
});
