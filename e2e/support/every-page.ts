import { anInstrument } from './instruments.ts';
import { aBooking, aPurchase, aSale, callAs, wishByCall } from './sale.ts';

export interface KnownPage {
  name: string;
  address: () => Promise<string>;
  /** For people who are signed in. */
  isGuarded?: boolean;
  /** Who may see it, where not everybody may who is signed in. */
  seenBy?: string;
  /** What the browser says of it on its console, and rightly so. */
  complaint?: RegExp;
}

const admin = 'admin@reprise.test';
const at = (path: string) => async () => path;
const buyer = { name: 'Buyer Two', email: 'buyer2@reprise.test' };
const ofBuyer = { isGuarded: true, seenBy: buyer.email };
const productAt = (status: Parameters<typeof anInstrument>[0]) => async () =>
  (await anInstrument(status)).path;

/** Every page that has the bar and the footer, and a product in each of its states. */
export const everyPage: readonly KnownPage[] = [
  { name: 'home', address: at('/') },
  { name: 'an available product', address: productAt('available') },
  { name: 'an advertised product', address: productAt('advertise') },
  { name: 'a sold product', address: productAt('sold') },
  { name: 'the blog with an answer open', address: at('/blog#unit-tests') },
  { name: 'about us', address: at('/about') },
  { name: 'login', address: at('/login') },
  { name: 'register', address: at('/register') },
  { name: 'a forgotten password', address: at('/forgot-password') },
  { name: 'a new password', address: at('/reset-password?token=of-a-mail') },
  { name: 'a proof of the email', address: at('/verify-email?token=of-a-mail'), isGuarded: true },
  { name: 'not found', address: at('/nowhere'), complaint: /404 \(Not Found\)/ },
  { name: 'a category', address: at('/category/Brass'), isGuarded: true },
  { name: 'the dashboard', address: at('/dashboard'), isGuarded: true },
  { name: 'bookings', address: aBookedList, ...ofBuyer },
  { name: 'the wishlist', address: aWishlist, ...ofBuyer },
  { name: 'a payment', address: async () => (await aBooking({ buyer })).payPath, ...ofBuyer },
  { name: 'a receipt', address: async () => (await aPurchase({ buyer })).payPath, ...ofBuyer },
  { name: 'the returns', address: aListOfReturns, isGuarded: true, seenBy: admin },
  { name: 'the profile', address: at('/dashboard/profile'), isGuarded: true },
  { name: 'my products', address: at('/dashboard/myproduct'), isGuarded: true },
  {
    name: 'add product',
    address: at('/dashboard/addproduct'),
    isGuarded: true,
    seenBy: 'seller@reprise.test',
  },
  { name: 'all sellers', address: at('/dashboard/allseller'), isGuarded: true, seenBy: admin },
  { name: 'all buyers', address: at('/dashboard/allbuyer'), isGuarded: true, seenBy: admin },
  { name: 'the audit', address: at('/dashboard/audit'), isGuarded: true, seenBy: admin },
];

async function aBookedList(): Promise<string> {
  await aBooking({ buyer });
  await aPurchase({ buyer });
  return '/dashboard/bookings';
}

async function aWishlist(): Promise<string> {
  await wishByCall(buyer, await aSale());
  return '/dashboard/wishlist';
}

async function aListOfReturns(): Promise<string> {
  const { bookingId } = await aPurchase({ buyer });
  const reason = 'It is larger than I thought.';
  await callAs(buyer.email, `/bookings/${bookingId}/return`, { reason });
  return '/dashboard/returns';
}
