import type { Locator, Page } from '@playwright/test';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/payments/test-cards.ts';
import { getFromApi } from './dashboard-page.ts';
import { query, seed, uniqueName } from './database.ts';
import { accessTokenFor } from './sign-in.ts';
import { testServer } from './test-server.ts';

interface SaleOptions {
  name?: string;
  price?: number;
  /** Offers below it are declined at once. */
  leastOffer?: number;
  /** What sending it costs; by default it is only fetched. The buyer of `createSentPurchase` has it sent. */
  shipping?: number;
  /** An existing user. */
  buyer?: { name: string; email: string };
}

/** Creates a seller, a buyer and a product of the seller. */
export async function createSale(options: SaleOptions = {}) {
  return seed(async (make) => {
    const [seller, buyer] = await Promise.all([
      make.user({ name: uniqueName('Sol'), role: 'seller' }),
      options.buyer ?? make.user({ name: uniqueName('Bea') }),
    ]);
    const name = options.name ?? uniqueName('Ocarina');
    const price = options.price ?? 75;
    const { imageId } = testServer();
    const { leastOffer, shipping } = options;
    const delivery =
      shipping === undefined ? undefined : { pickup: true, shipping: { everywhere: shipping } };
    const listing = {
      name,
      imageId,
      price,
      number: '555-0142',
      leastOffer,
      ...(delivery && { delivery }),
    };
    const productId = await make.product(seller.id, listing);
    return { seller, buyer, name, price, productId, path: `/products/${productId}` };
  });
}

export type Sale = Awaited<ReturnType<typeof createSale>>;

/** Creates a sale whose buyer has booked the product. */
export async function createBooking(options: SaleOptions = {}) {
  const sale = await createSale(options);
  return { ...sale, ...(await bookByApi(sale)) };
}

/** Creates a sale whose buyer has booked the product and paid for it. */
export async function createPurchase(options: SaleOptions = {}) {
  const booking = await createBooking(options);
  await payByApi(booking);
  return booking;
}

/** Creates a sale that the buyer has paid with what sending it costs, and has received. The shop's share is 10 %. */
export async function createSentPurchase(options: SaleOptions & { shipping: number }) {
  const sale = await createSale(options);
  const lines = ['12 Quay Street'];
  const address = { name: sale.buyer.name, lines, city: 'Leith', country: 'GB' };
  const booked = await bookByApi(sale, 'EH6 Leith', { zone: 'everywhere', address });
  await query(
    (sql) => sql`
      update bookings set commission_basis_points = 1000, commission_cents = null where id = ${booked.bookingId}`,
  );
  await payByApi({ ...sale, ...booked, price: sale.price + options.shipping });
  await receiveSale(booked.bookingId);
  return { ...sale, ...booked };
}

/** Creates a sale whose buyer has paid for the product and has it. */
export async function createReceivedPurchase(options: SaleOptions = {}) {
  const purchase = await createPurchase(options);
  await receiveSale(purchase.bookingId);
  return purchase;
}

/** Creates a purchase whose refund is due and that the card provider does not take. */
export async function createStuckRefund(options: SaleOptions = {}) {
  const purchase = await createPurchase(options);
  await query(
    (sql) => sql`
      update payments set state = 'refund-due', refund_reason = 'The sale was cancelled',
        refund_attempts = 9, refund_tried_at = now()
      where booking_id = ${purchase.bookingId}`,
  );
  return purchase;
}

/** The instrument of a paid booking was handed over right after the payment. */
export async function receiveSale(bookingId: string): Promise<void> {
  await query(
    (sql) => sql`
      update fulfilments set state = 'received', method = 'meeting', received_at = paid_at,
        return_until = paid_at + interval '3 days'
      where booking_id = ${bookingId}`,
  );
}

export async function bookByApi(
  { productId, price, buyer }: Pick<Sale, 'productId' | 'price' | 'buyer'>,
  location = 'The old pier',
  delivery?: CallInput<'bookItem'>['body']['delivery'],
) {
  const body = { productId, price, phone: '555 0199', location, delivery };
  const { insertedId } = await callApi(buyer.email, '/bookings', body);
  const bookingId = String(insertedId);
  return { bookingId, paymentPath: `/dashboard/payment/${bookingId}` };
}

/** Pays a booking with a card that is charged. */
export async function payByApi({
  buyer,
  price,
  bookingId,
}: Pick<Sale, 'price' | 'buyer'> & { bookingId: string }): Promise<void> {
  const intent = await callApi(buyer.email, '/create-payment-intent', { price, bookingId });
  const { transactionId, clientSecret } = intent;
  await callApi(
    buyer.email,
    `${sandboxPath}${sandboxCardsPaths.confirm.replace('{id}', String(transactionId))}`,
    {
      clientSecret,
      card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' },
      billing: { name: buyer.name, email: buyer.email },
    },
  );
  await callApi(buyer.email, '/payments', { price, transactionId, bookingId });
}

const sandboxPath = sandboxCardsBase.replace(/^\/api/, '');

export function wishByApi(
  { name: buyerName, email }: Sale['buyer'],
  { productId, name, price }: Pick<Sale, 'productId' | 'name' | 'price'>,
) {
  const body = { wishlist: 'added', email, buyerName, image: '', name, price };
  return callApi(email, `/products/${productId}`, body, 'PUT');
}

/** Calls the API as the user with this email. Throws the response when it is an error. */
export async function callApi(
  email: string,
  path: string,
  body: object,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): Promise<Record<string, unknown>> {
  const response = await fetch(`${testServer().url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await accessTokenFor(email)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** A booking as this user reads it. */
export async function readBooking(email: string, bookingId: string): Promise<Booking> {
  const response = await getFromApi(`/bookings/${bookingId}`, await accessTokenFor(email));
  if (!response.ok) throw new Error(`The booking answered ${response.status}`);
  return response.json();
}

/** How many payments the database has for a booking. */
export async function countPayments(bookingId: string): Promise<number> {
  const [row] = await query(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int as count from payments where booking_id = ${bookingId}`,
  );
  return row?.count ?? 0;
}

/** Moves the end of a hold to this many milliseconds from now; a negative number makes it expired. */
export async function expireHoldIn(bookingId: string, ms: number): Promise<void> {
  const expiresAt = new Date(Date.now() + ms);
  await query(
    (sql) => sql`
      update bookings set hold_expires_at = ${expiresAt}, hold_extended = true
      where id = ${bookingId}`,
  );
}

/** Releases a hold as when it has expired, so that no job cancels its intent before. */
export async function releaseExpired(bookingId: string): Promise<void> {
  await query(
    (sql) => sql`
      update bookings set state = 'released', release_reason = 'expired', released_at = now(),
        hold_expires_at = now() - interval '1 second', hold_extended = true
      where id = ${bookingId}`,
  );
}

/** The first 'Book Now' button of the product with this name, on its card or its page. */
export function bookNowButton(page: Page, name: string): Locator {
  return page
    .getByRole('button', { name: messages.product.bookNow })
    .filter({ hasText: name, visible: true })
    .first();
}

/** Fills in the open booking dialog and submits it. */
export async function submitBooking(
  page: Page,
  phone = '555 0199',
  location = 'The old pier',
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone').fill(phone);
  await dialog.getByLabel('Meeting location').fill(location);
  await dialog.getByRole('button', { name: 'Submit' }).click();
}
