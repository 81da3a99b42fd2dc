import type { Page } from '@playwright/test';
import { everyPage } from './support/every-page.ts';
import { anInstrument } from './support/instruments.ts';
import { openPage } from './support/open-page.ts';
import { axe, expect, looks, test, wear } from './support/test.ts';

// Colours that are just turning into others have no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('nobody is kept out, in either theme, on a phone or at a desk, by', () => {
  for (const { name, address, isGuarded, seenBy, complaint } of everyPage) {
    test(name, async ({ page, signInAs, expectConsole }) => {
      if (isGuarded) await signInAs(seenBy ?? 'seller@reprise.test');
      if (complaint) expectConsole(complaint);
      await openPage(page, await address());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (name.startsWith('the blog')) await expect(page.locator('details[open]')).toHaveCount(1);
      await inEveryLook(page);
    });
  }

  test('the description of the API', async ({ page }) => {
    await page.goto('/api/docs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inEveryLook(page);
  });

  test('the menu of a small screen, open', async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs('buyer@reprise.test');
    await openPage(page, '/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Category' }).click();
    await expect(page.getByRole('link', { name: 'Percussion' }).first()).toBeVisible();
    await inEveryLook(page);
  });

  test('the carousel while the focus is in it', async ({ page }) => {
    await openPage(page, '/');
    await page.getByRole('button', { name: 'Next' }).focus();
    await inEveryLook(page);
  });

  test("the verified seller's tooltip, shown", async ({ page }) => {
    const { path } = await anInstrument('available');
    await openPage(page, path);
    const badge = page.getByRole('button', { name: 'Verified Seller' }).first();
    await badge.focus();
    await expect(page.getByText('Verified Seller').first()).toBeVisible();
    await inEveryLook(page);
  });

  test('a registration with all that can be wrong', async ({ page }) => {
    await openPage(page, '/register');
    const form = page.getByRole('main');
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByLabel('Email').fill('no address');
    await expect(form.getByText('This is not an email address')).toBeVisible();
    await inEveryLook(page);
  });

  test('a list that did not load', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    await signInAs('buyer@reprise.test');
    const refusal = { title: 'No', detail: 'The shelf is being dusted.' };
    await page.route('**/api/category/**', (route) =>
      route.fulfill({ status: 400, json: refusal, contentType: 'application/problem+json' }),
    );
    await openPage(page, '/category/Brass');
    await expect(page.getByText(refusal.detail)).toBeVisible();
    await inEveryLook(page);
  });
});

async function inEveryLook(page: Page): Promise<void> {
  for (const look of looks) {
    await test.step(`${look.theme}, ${look.size}`, async () => {
      await wear(page, look);
      await axe(page);
    });
  }
}
