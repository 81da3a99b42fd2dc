import type { Page } from '@playwright/test';
import { expectToast, saleButton } from './support/dashboard-page.ts';
import { smallImage } from './support/images.ts';
import { invalidateToken, logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { bookNowButton, createReceivedPurchase, createSale } from './support/sales.ts';
import { expect, test } from './support/test.ts';

const buyer = { name: 'Buyer Two', email: 'buyer2@reprise.test' };
const reason = 'The third valve sticks.';

test('a return request keeps its text and picture when the session ends', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const { name, paymentPath } = await createReceivedPurchase({ buyer });
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  const form = page.getByRole('dialog', { name: `Return ${name}` });
  const text = form.getByLabel('Why do you want to return it?');
  const picture = form.getByRole('button', { name: 'Remove picture 1' });
  await saleButton(page, 'Return it', name).click();
  await text.fill(reason);
  await form.getByLabel('Add pictures').setInputFiles(await smallImage('banjo'));
  await expect(picture).toBeVisible();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await invalidateToken(page);
  await form.getByRole('button', { name: 'Ask to return it' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, buyer.email);
  await expect(page).toHaveURL(paymentPath);
  await saleButton(page, 'Return it', name).click();
  await expect(text).toHaveValue(reason);
  await expect(picture).toBeVisible();
  await form.getByRole('button', { name: 'Ask to return it' }).click();
  await expectToast(page, 'The return is requested');
  await expect(page.getByText('You asked to return it').first()).toBeVisible();
  await expect.poll(() => draftsOn(page)).toEqual([]);
});

test('a booking form keeps phone and place when the session ends', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const { name, path } = await createSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  await bookNowButton(page, name).click();
  const dialog = page.getByRole('dialog', { name: `Book ${name}` });
  await dialog.getByLabel('Phone').fill('555 0142 77');
  await dialog.getByLabel('Meeting location').fill('The old pier, at noon');
  await invalidateToken(page);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .click();
  await logIn(page, buyer.email);
  await expect(page).toHaveURL(path);
  await expect(dialog.getByLabel('Phone')).toHaveValue('555 0142 77');
  await expect(dialog.getByLabel('Meeting location')).toHaveValue('The old pier, at noon');
});

test('a dialog keeps what was typed through a reload, and is empty after it was closed', async ({
  page,
  signInAs,
}) => {
  const { name, path } = await createSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  const dialog = page.getByRole('dialog', { name: `Book ${name}` });
  const place = dialog.getByLabel('Meeting location');
  await bookNowButton(page, name).click();
  await place.fill('Under the clock');
  await page.reload();
  await bookNowButton(page, name).click();
  await expect(place).toHaveValue('Under the clock');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await draftsOn(page)).toEqual([]);
  await bookNowButton(page, name).click();
  await expect(place).toHaveValue('');
});

function draftsOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('reprise.draft.')),
  );
}
