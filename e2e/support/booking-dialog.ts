import type { Locator, Page } from '@playwright/test';
import { bookNowButton } from './sales.ts';

export async function openBooking(page: Page, name: string): Promise<Locator> {
  await bookNowButton(page, name).press('Enter');
  return page.getByRole('dialog', { name: `Book ${name}` });
}

export async function submit(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Submit' }).press('Enter');
}

export async function fillInAddress(form: Locator): Promise<void> {
  await form.getByLabel('Country').selectOption({ label: 'United Kingdom' });
  await form.getByLabel('Street and number').fill('4 Quayside');
  await form.getByLabel('Postcode').fill('EH6 6QQ');
  await form.getByLabel('City').fill('Leith');
}
