import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/test-cards.ts';
import { type Database, openDatabase } from '../../server/database/connection.ts';
import { quietLog } from '../../server/testing/quiet-log.ts';
import { runningShop } from './open-shop.ts';
import { uploadPicture } from './own-shop.ts';
import { inTheShop, newName } from './people.ts';
import { accessTokenFor } from './sign-in.ts';
import { expect } from './test.ts';

interface Wanted {
  name?: string;
  price?: number;
  /** Somebody who is there already. */
  buyer?: { name: string; email: string };
}

/** Somebody who sells, somebody who buys, and an instrument between them. */
export async function aSale(wanted: Wanted = {}) {
  const imageId = await uploadPicture(runningShop().url);
  return inTheShop(async (shop) => {
    const [seller, buyer] = await Promise.all([
      shop.user({ name: newName('Sol'), role: 'seller' }),
      wanted.buyer ?? shop.user({ name: newName('Bea') }),
    ]);
    const name = wanted.name ?? newName('Ocarina');
    const price = wanted.price ?? 75;
    const product = { name, imageId, price, number: '555-0142' };
    const productId = await shop.product(seller.id, product);
    return { seller, buyer, name, price, productId, path: `/products/${productId}` };
  });
}

export type Sale = Awaited<ReturnType<typeof aSale>>;

/** The same, already booked. */
export async function aBooking(wanted: Wanted = {}) {
  const sale = await aSale(wanted);
  return { ...sale, ...(await bookByCall(sale)) };
}

/** The same, booked and paid. */
export async function aPurchase(wanted: Wanted = {}) {
  const booking = await aBooking(wanted);
  await payByCall(booking);
  return booking;
}

/** Books what is on sale, past the pages. */
export async function bookByCall(
  { productId, price, buyer }: Pick<Sale, 'productId' | 'price' | 'buyer'>,
  place = 'The old pier',
) {
  const body = { productId, price, phone: '555 0199', location: place };
  const { insertedId } = await callAs(buyer.email, '/bookings', body);
  const bookingId = String(insertedId);
  return { bookingId, payPath: `/dashboard/payment/${bookingId}` };
}

/** Pays what is booked with a card that is charged, past the pages. */
export async function payByCall({
  buyer,
  price,
  bookingId,
}: Pick<Sale, 'price' | 'buyer'> & { bookingId: string }): Promise<void> {
  const intent = await callAs(buyer.email, '/create-payment-intent', { price, bookingId });
  const { transactionId, clientSecret } = intent;
  await callAs(
    buyer.email,
    `${sandboxPath}${sandboxCardsPaths.confirm.replace('{id}', String(transactionId))}`,
    {
      clientSecret,
      card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' },
      billing: { name: buyer.name, email: buyer.email },
    },
  );
  await callAs(buyer.email, '/payments', { price, transactionId, bookingId });
}

const sandboxPath = sandboxCardsBase.replace(/^\/api/, '');

/** Puts an instrument on somebody's wishlist, past the pages. */
export function wishByCall(
  { name: buyerName, email }: Sale['buyer'],
  { productId, name, price }: Pick<Sale, 'productId' | 'name' | 'price'>,
) {
  const body = { wishlist: 'added', email, buyerName, image: '', name, price };
  return callAs(email, `/products/${productId}`, body, 'PUT');
}

/** Posts to the shop as somebody. Throws what it answers when it refuses. */
export async function callAs(
  email: string,
  path: string,
  body: object,
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${runningShop().url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await accessTokenFor(email)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** Asks the shop's database, for what no page tells. */
export async function inTheBooks<Result>(ask: (sql: Database['sql']) => Promise<Result>) {
  const { sql, close } = await openDatabase(
    { url: runningShop().databaseUrl, poolSize: 1 },
    quietLog,
  );
  return ask(sql).finally(close);
}

/** How often a booking was charged, as the shop has it. */
export async function paymentsOf(bookingId: string): Promise<number> {
  const [row] = await inTheBooks(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int as count from payments where booking_id = ${bookingId}`,
  );
  return row?.count ?? 0;
}

/** Lets the hold of a booking end so many milliseconds from now. */
export async function endHoldIn(bookingId: string, ms: number): Promise<void> {
  const end = new Date(Date.now() + ms);
  await inTheBooks(
    (sql) => sql`
      update bookings set hold_expires_at = ${end}, hold_extended = true where id = ${bookingId}`,
  );
}

/** The button that books this instrument, on its card or its page. */
export function bookNow(page: Page, name: string): Locator {
  return page
    .getByRole('button', { name: messages.product.bookNow })
    .filter({ hasText: name })
    .first();
}

/** Fills in the booking modal that is open, and sends it. */
export async function book(page: Page, phone = '555 0199', place = 'The old pier'): Promise<void> {
  const modal = page.getByRole('dialog');
  await modal.getByLabel('Phone').fill(phone);
  await modal.getByLabel('Meeting location').fill(place);
  await modal.getByRole('button', { name: 'Submit' }).click();
}

/** Types a card. */
export async function fillCard(page: Page, number: string, expiry = '12 / 34', code = '123') {
  const main = page.getByRole('main');
  await main.getByLabel('Card number').fill(number);
  await main.getByLabel('Expiry').fill(expiry);
  await main.getByLabel('Security code').fill(code);
}

export function payButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^Pay/ });
}

/** Types a card and presses Pay, once one can. */
export async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await expect(payButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  await payButton(page).click();
}

/** The question of the buyer's bank (3-D Secure). */
export function bankQuestion(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Your bank asks if this is you' });
}

/** Waits until the page says that it is paid. */
export async function expectReceipt(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
}
