import type { Page } from '@playwright/test';
import { createSeller } from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

const showAll = (page: Page) => page.getByRole('button', { name: 'Show all kinds' });
const option = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'What is it?' }).getByRole('button', { name, exact: true });
const change = (page: Page) => page.getByRole('button', { name: 'Change the kind of instrument' });

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs((await createSeller()).email);
  await openPage(page, '/dashboard/addproduct');
});

test('a seller chooses a kind among all kinds by touch', async ({ page }) => {
  await showAll(page).tap();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(62);
  await expect(page.getByRole('list', { name: 'Percussion' })).toContainText('Djembe');
  await expectAccessible(page);
  await option(page, 'Djembe').tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Djembe');
  await expect(page.getByLabel('Category')).toHaveValue('Percussion');
  await change(page).tap();
  await page.getByLabel('What is it?').fill('tele');
  await expect(page.getByRole('button', { name: 'Electric guitar' })).toBeVisible();
  await expect(showAll(page)).toHaveCount(0);
});

test('a seller chooses a kind among all kinds by keyboard, and the focus goes on in the form', async ({
  page,
}) => {
  await showAll(page).press('Enter');
  await expect(option(page, 'Trumpet')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(option(page, 'Cornet')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'French horn')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(showAll(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(option(page, 'Trumpet')).toBeFocused();
  await page.keyboard.type('oud');
  await expect(option(page, 'Oud')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(change(page)).toBeFocused();
  await expect(page.getByRole('main')).toContainText('Oud');
});
