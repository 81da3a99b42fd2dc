import {
  authAccounts,
  authKeys,
  authSessions,
  authTries,
  authUsers,
  authVerifications,
} from './schema/identity.ts';
import { images } from './schema/images.ts';
import { mails } from './schema/mails.ts';
import { paymentEvents, paymentIntents, payments } from './schema/payments.ts';
import { productImages } from './schema/product-images.ts';
import { returns } from './schema/returns.ts';
import { bookings, products } from './schema/sales.ts';
import { sandboxEvents, sandboxIntents, sandboxRefunds } from './schema/sandbox-cards.ts';
import { auditEntries, catalogueChanges, sharedSecrets } from './schema/shop.ts';
import { users } from './schema/users.ts';
import { wishlistItems } from './schema/wishlist.ts';

/** Every table of the shop, for drizzle. */
export const schema = {
  users,
  images,
  products,
  productImages,
  bookings,
  returns,
  paymentIntents,
  payments,
  paymentEvents,
  wishlistItems,
  mails,
  sandboxIntents,
  sandboxRefunds,
  sandboxEvents,
  catalogueChanges,
  auditEntries,
  sharedSecrets,
  authUsers,
  authSessions,
  authAccounts,
  authVerifications,
  authKeys,
  authTries,
};
