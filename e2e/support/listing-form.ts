import type { Locator, Page } from '@playwright/test';
import { seed, uniqueName } from './database.ts';
import { smallImage } from './images.ts';
import { expect } from './test.ts';

/** The items of the image field, each with its state. */
export function imageItems(page: Page): Locator {
  return page.getByRole('group', { name: 'Pictures' }).getByRole('listitem');
}

/** The addresses of the images, in the order in which the form shows them. */
export function imageAddresses(page: Page): Promise<string[]> {
  return imageItems(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
}

/** Adds images of the demo catalogue to the form. */
export async function chooseImages(page: Page, ...names: string[]): Promise<void> {
  const files = await Promise.all(names.map(smallImage));
  await page.getByLabel(/^(Choose|Add) pictures$/).setInputFiles(files);
}

/** Waits until the form shows this many images and has uploaded all of them. */
export async function expectUploaded(page: Page, count: number): Promise<void> {
  await expect(imageItems(page)).toHaveCount(count);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Try again|Choose another/ })).toHaveCount(0);
}

/** Fills in every required field but the images, and some optional ones. */
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

/** Submits the form for a new listing. */
export async function submitListing(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add Product', exact: true }).click();
}

export async function createSeller() {
  return seed((make) => make.user({ name: uniqueName('Sil'), role: 'seller' }));
}
