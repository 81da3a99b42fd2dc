import type { Locator, Page } from '@playwright/test';
import { everyPage } from './support/every-page.ts';
import { isFull } from './support/full-tests.ts';
import { createSeller } from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';
import { translate } from './support/translate.ts';

/** A list, a form and a page with dialogs; `npm run test:full` visits every page. */
const mainPages = new Set(['search results with filters', 'add product', 'a sale']);

test.describe(() => {
  for (const { name, path, user, consoleError } of everyPage) {
    if (!isFull && !mainPages.has(name)) continue;
    test(`the page '${name}' can be used without errors while the browser translates it`, async ({
      page,
      signInAs,
      expectConsole,
    }) => {
      if (user) await signInAs(user);
      if (consoleError) expectConsole(consoleError);
      await openPage(page, await path());
      await expect(page.getByText(/^(Loading your dashboard|Checking what)/)).toHaveCount(0);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await translate(page);
      await typeIntoFields(page);
      await openAndClose(page);
      // React removes all that it has put on this page.
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.getByRole('link', { name: 'Blog' }).click();
      await expect(page).toHaveURL('/blog');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }
});

/** One letter and none shows errors, counters, drafts and suggestions, and takes them away again. */
async function typeIntoFields(page: Page): Promise<void> {
  const fields = page.getByRole('main').locator('input:not([type]), input[type=text], textarea');
  for (const field of await fields.all()) {
    if (!(await field.isEditable()) || !(await field.isVisible())) continue;
    await field.fill('a');
    await field.blur();
    await field.fill('');
    await field.blur();
  }
}

/** Every kind of button that opens something on the page, closed again by Escape. */
async function openAndClose(page: Page): Promise<void> {
  const openers = page
    .getByRole('main')
    .locator('button[aria-haspopup], summary, button[aria-expanded]');
  for (const opener of (await openers.all()).slice(0, 4)) {
    if (!(await opener.isVisible())) continue;
    await opener.click();
    await page.keyboard.press('Escape');
  }
}

test('a filter on a translated page shows its new counts', async ({ page, context }) => {
  await openPage(page, '/search?q=trumpet');
  await translate(page);
  const { condition } = filtersOf(page);
  const before = await condition.allInnerTexts();
  await page.getByRole('radio', { name: 'Brass' }).check();
  await page.getByLabel('From $').first().fill('900');
  await page.getByLabel('From $').first().press('Enter');
  await expect(page).toHaveURL(/minPrice=900/);
  const fresh = await context.newPage();
  await openPage(fresh, page.url());
  const expected = await filtersOf(fresh).condition.allInnerTexts();
  expect(expected).not.toEqual(before);
  await expect.poll(() => condition.allInnerTexts()).toEqual(expected);
  const total = await fresh
    .getByText(/^\d+ instruments?$/)
    .first()
    .innerText();
  await expect(page.getByText(total, { exact: true }).first()).toBeVisible();
});

function filtersOf(page: Page): { condition: Locator } {
  return { condition: page.getByRole('group', { name: 'Condition' }).locator('label') };
}

test('a translated form for a listing says that its draft is saved from the first letter on', async ({
  page,
  signInAs,
}) => {
  await signInAs((await createSeller()).email);
  await openPage(page, '/dashboard/addproduct');
  await translate(page);
  await page.getByLabel('Name', { exact: true }).fill('T');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.getByLabel('Description').fill('Three');
  await expect(page.getByText(/^5 of [\d,]+ characters$/)).toBeVisible();
});
