import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type ImageFile, smallImage } from './images.ts';

export const newPassword = 'seven-quiet-violas';

export function uniqueEmail(): string {
  return `new-${randomBytes(6).toString('hex')}@reprise.test`;
}

/** Fills in the registration of a seller. */
export async function fillInRegistration(
  page: Page,
  email: string,
  { password = newPassword, image }: { password?: string; image?: ImageFile } = {},
): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('Ann New');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByLabel('Profile picture').setInputFiles(image ?? (await smallImage('banjo')));
  await main.getByLabel('Seller').check();
}

export async function submitRegistration(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
}
