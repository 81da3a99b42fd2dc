import type { Page } from '@playwright/test';
import { chooseFromMenu, expectToast, sideMenu } from './support/dashboard-page.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { smallImage } from './support/images.ts';
import { logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { callApi, createBooking, createPurchase, createSale } from './support/sales.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInAllAppearances,
  test,
} from './support/test.ts';

const listPath = '/dashboard/messages';
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** A question about a listing, by the API. */
async function asked(text = 'Is the case included?') {
  const sale = await createSale();
  const { insertedId } = await callApi(sale.buyer.email, '/threads', {
    productId: sale.productId,
    text,
  });
  return { ...sale, threadId: String(insertedId), threadPath: `${listPath}/${insertedId}` };
}

test('a guest who asks the seller logs in, writes, and reads the answer within ten seconds', async ({
  page,
}) => {
  const { path, name, seller } = await createSale();
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, path);
  await page.getByRole('link', { name: 'Ask the seller' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'buyer2@reprise.test');
  await expect(page.getByRole('heading', { level: 1, name: 'Ask the seller' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'The listing' })).toContainText(name);
  await field(page).fill('Is the case included?');
  await send(page).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/messages\/[\da-f-]{36}$/);
  await expect(log(page)).toContainText('Is the case included?');
  await expect(field(page)).toHaveValue('');
  await expectAccessible(page);
  const threadPath = new URL(page.url()).pathname;
  const threadId = threadPath.split('/').at(-1);
  await callApi(seller.email, `/threads/${threadId}/messages`, { text: 'It is included.' });
  await expect(log(page)).toContainText('It is included.', { timeout: 12_000 });
});

test('a seller finds a new question by the count, answers with a picture by keyboard, and it is read', async ({
  page,
  signInAs,
}) => {
  const { seller, buyer, threadPath, name } = await asked();
  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  const link = bar(page).getByRole('link', { name: /^Messages/ });
  await expect(link).toHaveAccessibleName('Messages, 1 unread');
  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused();
  const row = page.getByRole('list', { name: 'Your conversations' }).getByRole('link');
  await expect(row).toContainText([`${buyer.name}`]);
  await expect(row).toContainText(['1 new']);
  await row.press('Enter');
  await expect(page).toHaveURL(threadPath);
  await expect(page.getByRole('heading', { level: 1, name: buyer.name })).toBeFocused();
  await expect(page.getByRole('region', { name: 'The listing' })).toContainText('On sale');
  // What is read is counted no more.
  await expect(link).toHaveAccessibleName('Messages');
  await page.locator('input[type=file][accept*=webp]').setInputFiles(await smallImage('trumpet'));
  await field(page).fill(`Yes, the case of the ${name} is included.`);
  await field(page).press('Tab');
  await send(page).press('Enter');
  await expect(log(page).getByRole('img', { name: 'Picture 1 from you' })).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectAccessibleInAllAppearances(page);
});

test('a text that is typed while a message is on its way stays, and so does one that could not be sent', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  const { buyer, threadPath } = await asked();
  await signInAs(buyer.email);
  await openPage(page, threadPath);
  let answer: 'after release' | 'never' = 'after release';
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/threads/*/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    if (answer === 'never') return route.abort();
    await released;
    return route.fallback();
  });
  await field(page).fill('Yes, I take it.');
  await send(page).click();
  await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await field(page).fill('Can you come on Friday at six?');
  release();
  await expect(log(page)).toContainText('Yes, I take it.');
  await expect(send(page)).toBeVisible();
  await expect(field(page)).toHaveValue('Can you come on Friday at six?');

  answer = 'never';
  browserErrors.expect(/ERR_FAILED/);
  await send(page).click();
  await expect(page.getByText('The shop could not be reached')).toBeVisible();
  await expect(field(page)).toHaveValue('Can you come on Friday at six?');
  await page.reload();
  await expect(field(page)).toHaveValue('Can you come on Friday at six?');
});

test('a picture that is added after the answer of a message was lost is sent with it', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  const { buyer, threadPath } = await asked();
  await signInAs(buyer.email);
  await openPage(page, threadPath);
  let isLost = false;
  await page.route('**/api/threads/*/messages', async (route) => {
    // The page also reads the messages at this address.
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  browserErrors.expect(/ERR_FAILED/);
  await field(page).fill('Here is the dent I mean');
  await send(page).click();
  await expect(page.getByText('The shop could not be reached')).toBeVisible();
  await page.locator('input[type=file][accept*=webp]').setInputFiles(await smallImage('trumpet'));
  await send(page).click();
  await expect(log(page).getByRole('img', { name: 'Picture 1 from you' })).toBeVisible();
});

test('text and pictures of a message stay together, also in a second tab until one of the two sends them', async ({
  page,
  context,
  signInAs,
}) => {
  const { buyer, threadPath } = await asked();
  await signInAs(buyer.email);
  await openPage(page, threadPath);
  const picture = (tab: Page) => tab.getByRole('button', { name: 'Remove picture 1' });
  await field(page).fill('See the picture');
  await page.locator('input[type=file][accept*=webp]').setInputFiles(await smallImage('trumpet'));
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('link', { name: 'All messages' }).click();
  await page.getByRole('list', { name: 'Your conversations' }).getByRole('link').click();
  await expect(picture(page)).toBeVisible();
  await expect(field(page)).toHaveValue('See the picture');

  const second = await context.newPage();
  await openPage(second, threadPath);
  await expect(picture(second)).toBeVisible();
  await field(page).fill('See the picture of the dent');
  await expect(field(second)).toHaveValue('See the picture of the dent');
  await send(page).click();
  await expect(log(page)).toContainText('See the picture of the dent');
  await expect(field(second)).toHaveValue('');
  await expect(picture(second)).toHaveCount(0);
});

test('a text that was typed is kept when the page is left, and when it is refused', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  const { buyer, seller, threadPath, threadId } = await asked();
  await signInAs(buyer.email);
  await openPage(page, threadPath);
  await field(page).fill('I can come on');
  await page.getByRole('link', { name: 'All messages' }).click();
  await page.getByRole('list', { name: 'Your conversations' }).getByRole('link').click();
  await expect(field(page)).toHaveValue('I can come on');
  await page.reload();
  await expect(field(page)).toHaveValue('I can come on');
  const [row] = await query(
    (sql) => sql<{ id: string }[]>`select buyer_id as id from threads where id = ${threadId}`,
  );
  await callApi(seller.email, '/blocks', { userId: row?.id });
  browserErrors.expect(/409 \(Conflict\)/);
  await send(page).click();
  // Nothing tells of the block.
  const form = page.getByRole('form', { name: 'Write a message' });
  await expect(form).toContainText('This conversation is closed');
  await expect(field(page)).toHaveValue('I can come on');
  await expect(page.getByRole('main')).not.toContainText(/block/i);
});

test('contact data is answered by a sentence that its writer does not see', async ({
  page,
  signInAs,
}) => {
  const { seller, buyer, threadPath } = await asked('Pay me at paypal.me/bea, or +44 20 7946 0958');
  await signInAs(seller.email);
  await openPage(page, threadPath);
  await expect(page.getByText(/a telephone number, a link to pay elsewhere/)).toBeVisible();
  await signInAs(buyer.email);
  await openPage(page, threadPath);
  await expect(log(page)).toContainText('paypal.me/bea');
  await expect(page.getByText(/a telephone number/)).toHaveCount(0);
});

test('a user blocks a person in a conversation and unblocks them', async ({ page, signInAs }) => {
  const { seller, buyer, threadPath } = await asked();
  await signInAs(seller.email);
  await openPage(page, threadPath);
  await chooseFromMenu(page, buyer.name, `Block ${buyer.name}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter');
  await expectToast(page, `${buyer.name} is blocked`);
  await expect(page.getByRole('note')).toContainText('You have blocked');
  await expect(field(page)).toHaveCount(0);
  await openPage(page, listPath);
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'People you have blocked' })
    .getByRole('button', { name: `Unblock ${buyer.name}` })
    .press('Enter');
  await openPage(page, threadPath);
  await expect(field(page)).toBeVisible();
});

test('buyer and seller write to each other from a booking and from its sale', async ({
  page,
  signInAs,
}) => {
  const { seller, buyer, name } = await createBooking();
  await signInAs(seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await chooseFromMenu(page, name, 'Write to the buyer');
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the buyer' })).toBeVisible();
  await field(page).fill('When will you come?');
  await send(page).click();
  await expect(log(page)).toContainText('When will you come?');
  const purchase = await createPurchase({ buyer });
  await signInAs(buyer.email);
  await openPage(page, purchase.paymentPath);
  await page.getByRole('link', { name: 'Write to the seller' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the seller' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'The listing' })).toContainText(purchase.name);
});

test('a conversation fits a phone whose keyboard is open, with the last message in view', async ({
  page,
  signInAs,
}) => {
  const { seller, buyer, threadId, threadPath } = await asked();
  await query(
    (sql) => sql`
      insert into messages (id, thread_id, author_id, text, text_digest, contact, created_at)
      select ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, thread_id, author_id, 'Earlier ' || n, n, '{}', created_at
      from messages, generate_series(1, 30) n where thread_id = ${threadId}`,
  );
  await callApi(seller.email, `/threads/${threadId}/messages`, { text: 'The last word' });
  await signInAs(buyer.email);
  // What an open keyboard leaves of the window.
  await page.setViewportSize({ width: 390, height: 460 });
  await openPage(page, threadPath);
  await expect(page.getByText('The last word')).toBeInViewport({ ratio: 1 });
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  await field(page).fill('a'.repeat(300));
  await expect(send(page)).toBeInViewport({ ratio: 1 });
  await expectToFitEverywhere(page);
});

test('a person without conversations learns where they begin', async ({ page, signInAs }) => {
  const { email } = await seed((make) => make.user({ name: uniqueName('Ned') }));
  await signInAs(email);
  await openPage(page, listPath);
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(sideMenu(page).getByRole('link', { name: 'Messages' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});
