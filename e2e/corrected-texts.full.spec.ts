import { correctedMessages } from '#contract/corrected-messages.ts';
import { expectToast } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { accessTokenFor, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// A server whose owner wants the texts corrected.
let server: SeparateServer;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  server = await startSeparateServer({ TEXTS: 'corrected' });
});
test.afterAll(() => server.close());

test('the texts are corrected on the pages, in the browser, and in replies', async ({
  page,
  context,
}) => {
  const { 'toast.wishlistAdded': added = '', 'toast.alreadyBooked': booked = '' } =
    correctedMessages;
  const { 'category.empty': empty = '' } = correctedMessages;
  const seller = await server.make.user({ role: 'seller' });
  const buyer = await server.make.user({ name: 'Ben Lute', email: 'ben@reprise.test' });
  const listing = { category: 'Brass', imageId: server.imageId } as const;
  const id = await server.make.product(seller.id, { ...listing, name: 'Tenor horn', price: 250 });
  // The page of a guest has its title from the server.
  expect(await (await fetch(`${server.url}/category/Brass`)).text()).toContain('<title>Brass');

  await signIn(context, buyer.email, server);
  await openPage(page, `${server.url}/category/Brass`);
  await expect(page.getByRole('heading', { level: 1, name: 'Brass', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add to your wishlist: Tenor horn' }).click();
  await expectToast(page, added);
  await expect(page.getByRole('button', { name: 'Buy now' })).toBeVisible();
  await openPage(page, `${server.url}/category/Keyboard`);
  await expect(page.getByRole('main')).toContainText(empty);

  const book = async (email: string) => {
    const token = await accessTokenFor(email, server.database);
    const body = { productId: id, price: 250, phone: '555 0199', location: 'The old pier' };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(`${server.url}/api/bookings`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  };
  const other = await server.make.user({});
  expect((await book(buyer.email)).status).toBe(201);
  expect(await (await book(other.email)).json()).toMatchObject({ detail: booked });
});
