import type { z } from 'zod';
import type { CallName } from './addresses.ts';
import * as audit from './audit.ts';
import * as bookings from './bookings.ts';
import type { Call } from './call.ts';
import * as images from './images.ts';
import * as listing from './listing.ts';
import * as payments from './payments.ts';
import * as products from './products.ts';
import * as returns from './returns.ts';
import * as session from './session.ts';
import * as summary from './summary.ts';
import * as userExport from './user-export.ts';
import * as users from './users.ts';
import * as wishlist from './wishlist.ts';

export type { CallName } from './addresses.ts';

/** All calls by name. The browser imports this file's types only. */
export const calls = {
  issueAccessToken: session.issueAccessToken,

  createUser: users.createUser,
  readUser: users.readUser,
  readIsAdmin: users.readIsAdmin,
  readIsSeller: users.readIsSeller,
  listUsers: users.listUsers,
  verifySeller: users.verifySeller,
  changeUser: users.changeUser,
  removeUser: users.removeUser,
  exportUser: userExport.exportUser,
  readSummary: summary.readSummary,
  listAudit: audit.listAudit,

  uploadImage: images.uploadImage,
  readImageUpload: images.readImageUpload,

  listAdvertised: products.listAdvertised,
  listOwnProducts: products.listOwnProducts,
  readProduct: products.readProduct,
  listCategory: products.listCategory,
  listProduct: listing.listProduct,
  changeProduct: listing.changeProduct,
  changeProductStatus: products.changeProductStatus,
  wishProduct: products.wishProduct,
  withdrawProduct: products.withdrawProduct,
  listMoreOfSeller: products.listMoreOfSeller,

  listBookings: bookings.listBookings,
  readBooking: bookings.readBooking,
  bookItem: bookings.bookItem,
  releaseBooking: bookings.releaseBooking,
  requestReturn: returns.requestReturn,
  decideReturn: returns.decideReturn,
  listReturns: returns.listReturns,

  listWishlist: wishlist.listWishlist,
  removeFromWishlist: wishlist.removeFromWishlist,

  createPaymentIntent: payments.createPaymentIntent,
  recordPayment: payments.recordPayment,
  receiveCardEvent: payments.receiveCardEvent,
} as const satisfies { [Name in CallName]: Call & { name: Name } };

type Calls = typeof calls;

type Sent<Name extends CallName, Part extends 'params' | 'query' | 'body'> = Calls[Name] extends {
  readonly [Key in Part]: infer Schema extends z.ZodType;
}
  ? { [Key in Part]: z.input<Schema> }
  : unknown;

/** What a client sends with a call: `params`, `query` and `body`, those that the call has. */
export type CallInput<Name extends CallName> = Sent<Name, 'params'> &
  Sent<Name, 'query'> &
  Sent<Name, 'body'>;

type Parsed<Name extends CallName, Part extends 'params' | 'query' | 'body'> = Calls[Name] extends {
  readonly [Key in Part]: infer Schema extends z.ZodType;
}
  ? { [Key in Part]: z.output<Schema> }
  : unknown;

/** The same after the door: parsed, trimmed, with defaults. */
export type CallRequest<Name extends CallName> = Parsed<Name, 'params'> &
  Parsed<Name, 'query'> &
  Parsed<Name, 'body'>;

/** What the call answers with when it is not refused. */
export type CallReply<Name extends CallName> = z.output<Calls[Name]['reply']>;
