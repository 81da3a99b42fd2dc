import { query, uniqueName } from './database.ts';
import { demoProduct } from './demo-products.ts';
import { offerByApi } from './offers.ts';
import {
  callApi,
  createBooking,
  createPurchase,
  createReceivedPurchase,
  createSale,
  createStuckRefund,
  wishByApi,
} from './sales.ts';

export interface KnownPage {
  name: string;
  path: () => Promise<string>;
  /** The user who visits it; without one it is visited by a guest. */
  user?: string;
  /** An error that the browser rightly reports there. */
  consoleError?: RegExp;
}

const admin = 'admin@reprise.test';
const seller = 'seller@reprise.test';
const buyer = { name: 'Buyer Two', email: 'buyer2@reprise.test' };
const at = (path: string) => async () => path;

/** Made by the first visit. One person may not hold, and may not write, as much as all visits would need. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const productWith = (status: Parameters<typeof demoProduct>[0]) => async () =>
  (await demoProduct(status)).path;

/** Every page that has the navigation bar and the footer, and a product in each status. */
export const everyPage: readonly KnownPage[] = [
  { name: 'home', path: at('/') },
  { name: 'an available product', path: productWith('available') },
  { name: 'an advertised product', path: productWith('advertise') },
  { name: 'a sold product', path: productWith('sold') },
  { name: 'a product on hold', path: async () => (await createBooking()).path },
  {
    name: 'a product on hold for the visitor',
    path: once(async () => (await createBooking({ buyer })).path),
    user: buyer.email,
  },
  { name: 'the blog with an answer open', path: at('/blog#unit-tests') },
  { name: 'about us', path: at('/about') },
  { name: 'login', path: at('/login') },
  { name: 'registration', path: at('/register') },
  { name: 'forgot password', path: at('/forgot-password') },
  { name: 'reset password', path: at('/reset-password?token=of-a-mail') },
  { name: 'verify email', path: at('/verify-email?token=of-a-mail'), user: seller },
  { name: 'not found', path: at('/nowhere'), consoleError: /404 \(Not Found\)/ },
  { name: 'a category', path: at('/category/Brass'), user: seller },
  { name: 'all kinds of instruments', path: at('/instruments') },
  { name: 'a kind of instrument', path: at('/instruments/electric-guitar') },
  { name: 'a kind that no one sells', path: at('/instruments/bagpipes') },
  { name: 'search results of a guest', path: at('/search?q=trumpet') },
  {
    name: 'search results with filters',
    path: at('/search?category=Brass&condition=Good&minPrice=1&minYear=1950&free=1&place=e'),
    user: buyer.email,
  },
  { name: 'dashboard', path: at('/dashboard'), user: seller },
  { name: 'bookings', path: once(bookings), user: buyer.email },
  { name: 'offers of a buyer', path: offers, user: buyer.email },
  { name: 'selling', path: at('/dashboard/sell'), user: buyer.email },
  { name: 'selling for guests', path: at('/sell') },
  { name: 'wishlist', path: wishlist, user: buyer.email },
  { name: 'saved searches', path: savedSearches, user: buyer.email },
  { name: 'messages', path: once(messages), user: buyer.email },
  { name: 'a conversation', path: once(conversation), user: buyer.email },
  { name: 'the first message to a seller', path: firstMessage, user: buyer.email },
  { name: 'payment', path: once(payment), user: buyer.email },
  { name: 'what was just paid', path: once(justPaid), user: buyer.email },
  { name: 'receipt', path: once(receipt), user: buyer.email },
  { name: 'a sale', path: once(sale), user: buyer.email },
  { name: 'returns', path: once(returns), user: admin },
  { name: 'earnings', path: at('/dashboard/earnings'), user: seller },
  { name: 'what sellers are owed', path: at('/dashboard/money'), user: admin },
  { name: 'payouts', path: at('/dashboard/money?part=payouts'), user: admin },
  { name: 'disputes', path: once(disputes), user: admin },
  { name: 'payments to look at', path: issues, user: admin },
  { name: 'balances', path: at('/dashboard/money?part=balances'), user: admin },
  { name: 'differences', path: at('/dashboard/money?part=differences'), user: admin },
  { name: 'profile', path: at('/dashboard/profile'), user: seller },
  { name: 'my products', path: at('/dashboard/myproduct'), user: seller },
  { name: 'the picture with a code', path: once(codePhoto), user: seller },
  { name: 'add product', path: at('/dashboard/addproduct'), user: seller },
  { name: 'all sellers', path: at('/dashboard/allseller'), user: admin },
  { name: 'all buyers', path: at('/dashboard/allbuyer'), user: admin },
  { name: 'all products', path: at('/dashboard/allproduct'), user: admin },
  { name: 'all bookings', path: at('/dashboard/allbooking'), user: admin },
  { name: 'overview', path: at('/dashboard/overview'), user: admin },
  { name: 'import and export', path: at('/dashboard/import-export'), user: admin },
  { name: 'the import of listings', path: at('/dashboard/import'), user: seller },
  { name: 'a report', path: report },
  { name: 'report it stolen', path: at('/dashboard/stolen'), user: buyer.email },
  { name: 'reports and decisions', path: once(reports), user: buyer.email },
  { name: 'moderation', path: once(moderation), user: admin },
  { name: 'a case', path: once(moderationCase), user: admin },
  { name: 'audit', path: at('/dashboard/audit'), user: admin },
  { name: 'staff', path: at('/dashboard/staff'), user: admin },
];

async function codePhoto(): Promise<string> {
  const [found] = await query(
    (sql) => sql<{ id: string }[]>`
      select p.id from products p join users u on u.id = p.seller_id and u.email = ${seller}
      where p.status = 'available' and p.withdrawn_at is null order by p.id limit 1`,
  );
  return `/dashboard/myproduct/${found?.id}/code-photo`;
}

async function bookings(): Promise<string> {
  await createBooking({ buyer });
  await createPurchase({ buyer });
  return '/dashboard/bookings';
}

async function wishlist(): Promise<string> {
  await wishByApi(buyer, await createSale());
  return '/dashboard/wishlist';
}

async function savedSearches(): Promise<string> {
  const name = 'Student trumpets, Available now';
  const query = { q: uniqueName('trumpet'), free: '1' };
  await callApi(buyer.email, '/saved-searches', { name, query });
  return '/dashboard/saved-searches';
}

async function messages(): Promise<string> {
  await conversation();
  return '/dashboard/messages';
}

/** With contact data, and an answer. */
async function conversation(): Promise<string> {
  const { seller, productId } = await createSale({ buyer });
  // One text may go to a few people a day only.
  const text = `Is the case of ${uniqueName('it')} included? You can reach me at +44 20 7946 0958.`;
  const { insertedId } = await callApi(buyer.email, '/threads', { productId, text });
  await callApi(seller.email, `/threads/${insertedId}/messages`, {
    text: 'It is. Write to me here, or to sol@example.com.',
  });
  return `/dashboard/messages/${insertedId}`;
}

async function firstMessage(): Promise<string> {
  return `/dashboard/messages/about/${(await createSale()).productId}`;
}

async function payment(): Promise<string> {
  return (await createBooking({ buyer })).paymentPath;
}

/** One of each turn. */
async function offers(): Promise<string> {
  await query(
    (sql) => sql`
      update offers set state = 'withdrawn' where state in ('open', 'countered')
        and buyer_id = (select id from users where email = ${buyer.email})`,
  );
  await offerByApi(await createSale({ buyer }), 60);
  const countered = await createSale({ buyer });
  const id = await offerByApi(countered, 60);
  const counter = { state: 'countered', amount: 70 };
  await callApi(countered.seller.email, `/offers/${id}`, counter, 'PUT');
  return '/dashboard/offers?as=buyer';
}

async function justPaid(): Promise<string> {
  return (await createPurchase({ buyer })).paymentPath;
}

async function receipt(): Promise<string> {
  return `${await justPaid()}/receipt`;
}

async function sale(): Promise<string> {
  return (await disputedPurchase()).paymentPath;
}

async function disputes(): Promise<string> {
  await disputedPurchase();
  return '/dashboard/money?part=disputes';
}

async function issues(): Promise<string> {
  await createStuckRefund();
  return '/dashboard/money?part=issues';
}

/** A purchase whose return the seller contests. */
async function disputedPurchase() {
  const purchase = await createReceivedPurchase({ buyer });
  const address = `/bookings/${purchase.bookingId}/return`;
  await callApi(buyer.email, address, { reason: 'It is larger than I thought.' });
  const contested = { state: 'contested', reason: 'Its size was in the listing.' };
  await callApi(purchase.seller.email, address, contested, 'PUT');
  return purchase;
}

async function returns(): Promise<string> {
  const { bookingId } = await createReceivedPurchase({ buyer });
  const reason = 'It is larger than I thought.';
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
  return '/dashboard/returns';
}

async function report(): Promise<string> {
  return `/report/product/${(await createSale()).productId}`;
}

async function reports(): Promise<string> {
  await reported();
  return '/dashboard/reports';
}

async function moderation(): Promise<string> {
  await reported();
  return '/dashboard/moderation';
}

async function moderationCase(): Promise<string> {
  const productId = await reported();
  const [found] = await query(
    (sql) => sql<{ id: string }[]>`select id from cases where subject_id = ${productId}`,
  );
  return `/dashboard/moderation/${found?.id}`;
}

/** @returns the id of a listing that the buyer has reported */
async function reported(): Promise<string> {
  const { productId } = await createSale();
  await callApi(buyer.email, '/reports', {
    subject: { kind: 'product', id: productId },
    reason: 'misleading',
    explanation: 'The bell has a crack that the description leaves out.',
    goodFaith: true,
  });
  return productId;
}
