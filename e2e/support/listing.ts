import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { inTheShop, newName } from './people.ts';
import { expect } from './test.ts';

/** A picture of the demo catalogue, as a file to choose. */
export function demoPicture(name: string): string {
  return fileURLToPath(new URL(`../../demo/pictures/${name}.webp`, import.meta.url));
}

/** The field with the pictures, and what it says about each of them. */
export function picturesOf(page: Page): Locator {
  return page.getByRole('group', { name: 'Pictures' }).getByRole('listitem');
}

/** Chooses pictures in the form, beside those that are there. */
export async function choosePictures(page: Page, ...names: string[]): Promise<void> {
  const files = names.map(demoPicture);
  await page.getByLabel(/^(Choose|Add) pictures$/).setInputFiles(files);
}

/** Fills in every field that must be filled in, and a few others. */
export async function fillInListing(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Name', { exact: true }).fill(name);
  await main.getByLabel('Category').selectOption('Brass');
  await main.getByLabel('Good').check();
  await main.getByLabel('Purchase year').fill('2015');
  await main.getByLabel('Description').fill('Plays well, two small dents in the bell.');
  await main.getByLabel('Resale price').fill('1,250.50');
  await main.getByLabel('Original price').fill('2100');
  await main.getByLabel('Mobile number').fill('+44 7700 900123');
  await main.getByLabel('Location').fill('Leith');
}

/** Makes somebody who sells in the shop of this run. */
export async function aSeller() {
  return inTheShop((shop) => shop.user({ name: newName('Sil'), role: 'seller' }));
}

/** Presses the button of the form for a new listing. */
export async function submit(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add Product' }).click();
}

/** Waits until so many pictures are there, all of them uploaded. */
export async function expectArrived(page: Page, count: number): Promise<void> {
  await expect(picturesOf(page)).toHaveCount(count);
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole('button', { name: /Try again|Choose another/ })).toHaveCount(0);
}
