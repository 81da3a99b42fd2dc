import type { Page } from '@playwright/test';
import { expectToast } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { searchUser, searchTest as test } from './support/search-server.ts';
import type { SeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

const listPath = '/dashboard/saved-searches';

test('a user saves a search by keyboard, finds it again, renames it and deletes it', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, searchUser, server);
  await openPage(page, '/search?q=horn&maxPrice=1000');
  await page.getByRole('button', { name: 'Save this search' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  const name = dialog.getByLabel('Name');
  await expect(name).toHaveValue('Horn, Up to $1,000');
  await expectAccessible(page);
  await name.fill('');
  await name.press('Enter');
  await expect(dialog.getByText('Name is Required')).toBeVisible();
  await name.fill('Horns for the band');
  await name.press('Enter');
  await expectToast(page, 'Your search is saved');
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeFocused();
  await page.getByRole('link', { name: 'Your saved searches' }).press('Enter');

  await expect(page).toHaveURL(listPath);
  await expect(page.getByRole('heading', { level: 1, name: 'Saved searches' })).toBeFocused();
  const item = page.getByRole('listitem').filter({ hasText: 'Horns for the band' });
  await expect(item).toContainText('“horn” · Up to $1,000');
  const mails = item.getByRole('switch', { name: 'Email me what is new for Horns for the band' });
  await expect(mails).toBeChecked();
  await mails.press('Space');
  await expect(mails).not.toBeChecked();
  await expectAccessible(page);

  await item.getByRole('button', { name: 'Rename' }).press('Enter');
  const rename = page.getByRole('dialog', { name: 'Rename “Horns for the band”' });
  await rename.getByLabel('Name').fill('Band horns');
  await rename.getByLabel('Name').press('Enter');
  await expectToast(page, 'The search has a new name');
  const link = page.getByRole('link', { name: 'Band horns' });
  await link.press('Enter');
  await expect(page).toHaveURL('/search?q=horn&maxPrice=1000');
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();

  await openPage(page, listPath);
  await page.getByRole('button', { name: 'Delete Band horns' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete “Band horns”?' });
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, 'The saved search is deleted');
  await expect(page.getByRole('heading', { name: 'No searches saved yet' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Search the shop' }).press('Enter');
  await expect(page).toHaveURL('/search');
});

test('a guest who saves a search logs in first and comes back to it', async ({ page }) => {
  await openPage(page, '/search?q=horn');
  await page.getByRole('link', { name: 'Save this search' }).click();
  await expect(page).toHaveURL('/login');
  await openPage(page, '/search');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Save this search')).toHaveCount(0);
});

test('a mail tells what is new, its end stops such mails without a login, and they can be started again', async ({
  page,
  context,
  browser,
  server,
}) => {
  await signIn(context, searchUser, server);
  const mail = await mailAboutNews(page, server);
  expect(mail).toContain('Subject: New in the shop: Sousaphone');
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /^List-Unsubscribe: <(\S+)>$/m.exec(mail)?.[1] ?? '';
  await openPage(page, listPath);
  await expect(page.getByText('1 new')).toBeVisible();
  // Who looks at the results has seen them.
  const seen = page.waitForResponse(
    (reply) => reply.request().method() === 'PATCH' && reply.url().includes('/api/saved-searches/'),
  );
  await page.getByRole('link', { name: 'Big brass' }).click();
  await seen;
  await openPage(page, listPath);
  await expect(page.getByRole('link', { name: 'Big brass' })).toBeVisible();
  await expect(page.getByText('1 new')).toHaveCount(0);

  for (const javaScriptEnabled of [true, false]) {
    const guest = await browser.newContext({ javaScriptEnabled });
    const unsubscribing = await guest.newPage();
    await unsubscribing.goto(link);
    const heading = unsubscribing.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Emails about your saved searches');
    await expect(unsubscribing.getByText('They are on.')).toBeVisible();
    await unsubscribing.getByRole('button', { name: 'Stop these emails' }).press('Enter');
    await expect(unsubscribing.getByText('They are off.')).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(unsubscribing);
    await openPage(page, listPath);
    const all = page.getByRole('switch', { name: 'Saved searches' });
    await expect(all).not.toBeChecked();
    await unsubscribing.getByRole('button', { name: 'Turn them back on' }).press('Enter');
    await expect(unsubscribing.getByText('They are on.')).toBeVisible();
    await guest.close();
  }
  await openPage(page, listPath);
  await expect(page.getByRole('switch', { name: 'Saved searches' })).toBeChecked();
});

/** Saves a search, lists what fits it, lets a day go by, and returns the mail about it. */
async function mailAboutNews(page: Page, { make, imageId, database, findMail }: SeparateServer) {
  await openPage(page, '/search?q=sousaphone');
  await page.getByRole('button', { name: 'Save this search' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Big brass');
  await page.getByRole('dialog').getByRole('button', { name: 'Save the search' }).click();
  await expectToast(page, 'Your search is saved');
  const { sql } = database;
  const seller = await make.user({ role: 'seller' });
  const listedAt = new Date(Date.now() - 3_600_000);
  const before = new Date(listedAt.getTime() - 3_600_000);
  await sql`update saved_searches set mailed_until = ${before}, seen_at = ${before}`;
  await make.product(seller.id, { name: 'Sousaphone', imageId, at: listedAt });
  await sql`update alert_subscriptions set due_at = now()`;
  await sql`update job_runs set due_at = now() where name = 'search-alerts'`;
  const find = () => findMail(searchUser, /New in the shop/);
  await expect.poll(find, { timeout: 90_000 }).toBeDefined();
  return (await find()) ?? '';
}
