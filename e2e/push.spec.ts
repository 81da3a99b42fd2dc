import type { Page } from '@playwright/test';
import {
  type FakePushService,
  newPushDevice,
  startFakePushService,
} from '../server/testing/fake-push-service.ts';
import { allowNotifications, subscribedAt } from './support/browser-notifications.ts';
import { expectToast } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { findOverflow } from './support/overflow.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

interface PushServer extends SeparateServer {
  service: FakePushService;
}

const test = base.extend<object, { server: PushServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const service = await startFakePushService();
      const server = await startSeparateServer({ PUSH_SERVICES: service.url });
      await use({ ...server, service });
      await server.close();
      await service.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

// One server for all of them.
test.describe.configure({ mode: 'default' });
// Browsers subscribe with their service worker.
test.use({ serviceWorkers: 'allow' });

const profile = '/dashboard/profile';
const devices = (page: Page) => page.getByRole('group', { name: 'Notifications on your devices' });
const rows = (page: Page) => devices(page).getByRole('listitem');
const turnOn = (page: Page) => page.getByRole('button', { name: 'Turn on for this device' });
const offer = (page: Page) => page.getByRole('button', { name: 'Notify me on this device' });
const told = 'This device gets notifications now';

async function expectWhole(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findOverflow(page), `at ${width} px`).toEqual([]);
    await expectAccessible(page);
  }
}

test('a person turns notifications on by keyboard, tests them, and removes the device', async ({
  page,
  context,
  server,
}) => {
  const { service, make, database } = server;
  const { id, email } = await make.user();
  const phone = newPushDevice();
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
  await database.sql`
    insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, user_agent, created_at, refused_at)
    values (gen_random_uuid(), ${id}, ${phone.endpoint}, ${phone.p256dh}, ${phone.auth}, ${iPhone}, now(), now())`;
  await allowNotifications(context, service);
  await signIn(context, email, server);
  await openPage(page, profile);
  await expect(rows(page)).toHaveText([/iPhone.*did not arrive/]);
  await expectWhole(page);

  await turnOn(page).press('Enter');
  await expectToast(page, told);
  await expect(devices(page)).toBeFocused();
  await expect(turnOn(page)).toHaveCount(0);
  const own = rows(page).filter({ hasText: 'This browser' });
  await expect(own).toContainText('Chrome on');
  await expectWhole(page);

  await own.getByRole('button', { name: /^Send a test Chrome/ }).press('Enter');
  await expectToast(page, 'The test is on its way');
  await expect(own).toContainText(/last reached/i);
  const [received] = service.received.slice(-1);
  expect(received?.path).toBe(new URL((await subscribedAt(page)) ?? '').pathname);
  expect(JSON.parse(received?.payload ?? '').notification.navigate).toBe(server.url + profile);

  await own.getByRole('button', { name: /^Remove Chrome/ }).press('Enter');
  await expectToast(page, 'gets no more notifications');
  await expect(devices(page)).toBeFocused();
  await expect(rows(page)).toHaveText([/iPhone/]);
  expect(await subscribedAt(page)).toBe(null);
  await rows(page)
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(devices(page)).toBeFocused();
  await expect(turnOn(page)).toBeVisible();
});

test('a device that its push service has forgotten leaves the list at the test, and can be turned on again', async ({
  page,
  context,
  server,
  expectConsole,
}) => {
  const { email } = await server.make.user();
  await allowNotifications(context, server.service);
  await signIn(context, email, server);
  await openPage(page, profile);
  await turnOn(page).click();
  await expect(rows(page)).toHaveCount(1);
  server.service.answers.push({ status: 410 });
  expectConsole(/404 \(Not Found\)/);
  await rows(page)
    .getByRole('button', { name: /^Send a test/ })
    .press('Enter');
  await expectToast(page, 'This device is not registered');
  await expect(rows(page)).toHaveCount(0);
  await expect(devices(page)).toBeFocused();
  const ended = await subscribedAt(page);
  await turnOn(page).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await subscribedAt(page)).not.toBe(ended);
});

test('a person who refuses, or has blocked notifications, learns how to get them', async ({
  page,
  context,
  server,
}) => {
  const { email } = await server.make.user();
  await allowNotifications(context, server.service, { permission: 'default', answer: 'denied' });
  await signIn(context, email, server);
  await openPage(page, profile);
  await turnOn(page).press('Enter');
  await expectToast(page, 'Notifications were not allowed');
  await expect(devices(page)).toContainText('You have blocked notifications for this shop.');
  await expect(devices(page)).toBeFocused();
  await expectWhole(page);
  await page.reload();
  await expect(devices(page)).toContainText('You have blocked notifications for this shop.');
  await expect(turnOn(page)).toHaveCount(0);
});

test('notifications are offered after the first message, end with the logout, and come back with the person', async ({
  page,
  context,
  server,
}) => {
  const { make, service, imageId } = server;
  const seller = await make.user({ role: 'seller' });
  const [writer, other] = [await make.user(), await make.user()];
  const productId = await make.product(seller.id, { imageId });
  await allowNotifications(context, service);
  await signIn(context, writer.email, server);
  await openPage(page, `/products/${productId}`);
  await page.getByRole('link', { name: 'Ask the seller' }).click();
  await expect(offer(page)).toHaveCount(0);
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Is the case included?');
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(page.getByText('Be told at once when there is an answer.')).toBeVisible();
  await expectWhole(page);
  await offer(page).press('Enter');
  await expect(page.getByText(told)).toBeFocused();
  await expectWhole(page);
  const first = await subscribedAt(page);
  expect(first).toContain(service.url);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await expect.poll(() => subscribedAt(page)).toBe(null);
  await signIn(context, other.email, server);
  await openPage(page, profile);
  await expect(turnOn(page)).toBeVisible();
  expect(await subscribedAt(page)).toBe(null);

  await signIn(context, writer.email, server);
  await openPage(page, profile);
  await expect.poll(() => subscribedAt(page)).toContain(service.url);
  expect(await subscribedAt(page)).not.toBe(first);
  // The one that has ended does not stay in the list.
  const stored = () => server.database.sql`
    select endpoint from push_subscriptions where user_id = ${writer.id}`;
  await expect.poll(stored).toEqual([{ endpoint: await subscribedAt(page) }]);
  await openPage(page, profile);
  await expect(rows(page)).toHaveText([/This browser/]);
});

test('notifications are offered where a search was saved', async ({ page, context, server }) => {
  const { email } = await server.make.user();
  await allowNotifications(context, server.service);
  await signIn(context, email, server);
  await openPage(page, '/search?q=sousaphone');
  await page.getByRole('button', { name: 'Save this search' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save the search' }).click();
  await expect(offer(page)).toBeVisible();
  await expectWhole(page);
  await offer(page).press('Enter');
  await expect(page.getByText(told)).toBeFocused();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Your saved searches' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
