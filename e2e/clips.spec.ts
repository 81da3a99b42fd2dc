import { fileURLToPath } from 'node:url';
import { expectToast } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { callApi, createSale } from './support/sales.ts';
import { expect, test } from './support/test.ts';

const sample = (name: string) =>
  fileURLToPath(new URL(`../server/testing/clips/${name}`, import.meta.url));

test('a seller adds a sound to a listing, and a guest plays it from the server by ranges', async ({
  page,
  signInAs,
  browser,
}) => {
  const { seller, productId, path } = await createSale();
  await signInAs(seller.email);
  await openPage(page, `/dashboard/myproduct/${productId}/edit`);
  await page.getByLabel('Add sound or video').setInputFiles(sample('a.mp3'));
  await expect(page.getByLabel('Sound 1')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expect(page.getByText('Describe the sound in a line')).toBeVisible();
  await page.getByLabel('What clip 1 sounds like').fill('A slow C major chord');
  await page.reload();
  await expect(page.getByLabel('What clip 1 sounds like')).toHaveValue('A slow C major chord');
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expectToast(page, 'Your changes are saved');

  const guest = await browser.newContext();
  const listing = await guest.newPage();
  const clips: string[] = [];
  listing.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/clips/')) clips.push(request.url());
  });
  await listing.goto(new URL(path, page.url()).href);
  await expect(listing.getByRole('heading', { name: 'Hear it' })).toBeVisible();
  await expect(listing.getByText('A slow C major chord')).toBeVisible();
  expect(clips).toEqual([]);
  const answered = listing.waitForResponse((response) => response.url().includes('/clips/'));
  await listing.getByLabel('Sound 1').evaluate((sound: HTMLAudioElement) => sound.load());
  await listing
    .getByLabel('Sound 1')
    .evaluate((sound: HTMLAudioElement) => void sound.play().catch(() => undefined));
  expect((await answered).status()).toBe(206);
  await guest.close();
});

test('a message carries a sound, which its draft keeps through a reload', async ({
  page,
  signInAs,
}) => {
  const { seller, buyer, productId } = await createSale();
  const { insertedId } = await callApi(buyer.email, '/threads', { productId, text: 'How is it?' });
  await signInAs(seller.email);
  await openPage(page, `/dashboard/messages/${insertedId}`);
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Like this');
  await page.getByLabel('Add sound or video').setInputFiles(sample('opus.ogg'));
  await expect(page.getByLabel('Sound 1')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('Like this');
  await expect(page.getByLabel('Sound 1')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(page.getByRole('log', { name: 'Messages' }).getByLabel('Sound 1')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Add sound or video')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Remove clip 1' })).toHaveCount(0);
});
