import { desc, eq } from 'drizzle-orm';
import { dollarsFromCents } from '#contract/fields.ts';
import type { UserExport } from '#contract/user-export.ts';
import type { Database } from '../../database/connection.ts';
import type { PictureOf } from '../../database/image-columns.ts';
import { availabilityAlerts } from '../../database/schema/availability-alerts.ts';
import { images } from '../../database/schema/images.ts';
import { payments } from '../../database/schema/payments.ts';
import { productImages } from '../../database/schema/product-images.ts';
import { returns } from '../../database/schema/returns.ts';
import { bookings, products } from '../../database/schema/sales.ts';
import { auditEntries } from '../../database/schema/shop.ts';
import { wishlistItems } from '../../database/schema/wishlist.ts';
import { readUserById } from './read-user.ts';

interface ExportDeps {
  database: Database;
  pictureOf: PictureOf;
}

type Orm = Database['orm'];

/**
 * All data that is stored about one user, including withdrawn products and released bookings, and no data about others.
 * @throws Problem not-found
 */
export async function exportUser(
  { database: { orm, sql }, pictureOf }: ExportDeps,
  id: string,
  at: Date,
): Promise<UserExport> {
  const [
    user,
    ownProducts,
    ownBookings,
    sales,
    ownPayments,
    ownReturns,
    wishlist,
    alerts,
    history,
  ] = await Promise.all([
    readUserById({ sql, pictureOf }, id),
    productsOf(orm, id, pictureOf),
    bookingsOf(orm, id),
    salesOf(orm, id),
    paymentsOf(orm, id),
    returnsOf(orm, id),
    wishlistOf(orm, id),
    alertsOf(orm, id),
    historyOf(orm, id),
  ]);
  return {
    time: iso(at),
    user,
    products: ownProducts,
    bookings: ownBookings,
    sales,
    payments: ownPayments,
    returns: ownReturns,
    wishlist,
    alerts,
    history,
  };
}

async function productsOf(orm: Orm, sellerId: string, pictureOf: PictureOf) {
  const rows = await orm
    .select({ product: products, image: images })
    .from(products)
    .innerJoin(images, eq(images.id, products.imageId))
    .where(eq(products.sellerId, sellerId))
    .orderBy(desc(products.id));
  const further = await furtherPicturesOf(orm, sellerId, pictureOf);
  return rows.map(({ product, image }) => ({
    _id: product.id,
    name: product.name,
    price: dollarsFromCents(product.priceCents),
    originalPrice:
      product.originalPriceCents === null
        ? undefined
        : dollarsFromCents(product.originalPriceCents),
    category: product.category ?? undefined,
    condition: product.condition,
    number: product.phone,
    location: product.location,
    description: product.description,
    year: product.purchaseYear,
    image: pictureOf(image).url,
    images: [pictureOf(image).url, ...(further.get(product.id) ?? [])],
    status: product.status,
    time: iso(product.createdAt),
    withdrawnAt: product.withdrawnAt?.toISOString(),
  }));
}

/** The addresses of all pictures but the first, by product id. */
async function furtherPicturesOf(orm: Orm, sellerId: string, pictureOf: PictureOf) {
  const rows = await orm
    .select({ productId: productImages.productId, image: images })
    .from(productImages)
    .innerJoin(products, eq(products.id, productImages.productId))
    .innerJoin(images, eq(images.id, productImages.imageId))
    .where(eq(products.sellerId, sellerId))
    .orderBy(productImages.productId, productImages.position);
  const addresses = new Map<string, string[]>();
  for (const { productId, image } of rows) {
    addresses.set(productId, [...(addresses.get(productId) ?? []), pictureOf(image).url]);
  }
  return addresses;
}

async function bookingsOf(orm: Orm, buyerId: string) {
  const rows = await orm
    .select()
    .from(bookings)
    .where(eq(bookings.buyerId, buyerId))
    .orderBy(desc(bookings.id));
  return rows.map((row) => ({
    ...bookingFields(row),
    phone: row.phone,
    location: row.location,
    releasedAt: row.releasedAt?.toISOString(),
    releaseReason: row.releaseReason ?? undefined,
    releaseNote: row.releaseNote ?? undefined,
    returnedAt: row.returnedAt?.toISOString(),
  }));
}

/** Without phone and location: those are the buyers' data. */
async function salesOf(orm: Orm, sellerId: string) {
  const rows = await orm
    .select()
    .from(bookings)
    .where(eq(bookings.sellerId, sellerId))
    .orderBy(desc(bookings.id));
  return rows.map(bookingFields);
}

function bookingFields(row: typeof bookings.$inferSelect) {
  return {
    _id: row.id,
    productId: row.productId,
    name: row.productName,
    price: dollarsFromCents(row.priceCents),
    state: row.state,
    time: iso(row.createdAt),
    paidAt: row.paidAt?.toISOString(),
  };
}

async function paymentsOf(orm: Orm, buyerId: string) {
  const rows = await orm
    .select()
    .from(payments)
    .where(eq(payments.buyerId, buyerId))
    .orderBy(desc(payments.id));
  return rows.map((row) => ({
    _id: row.id,
    bookingId: row.bookingId,
    price: dollarsFromCents(row.amountCents),
    transactionId: row.transactionId,
    state: row.state,
    time: iso(row.createdAt),
    refundedAt: row.refundedAt?.toISOString(),
  }));
}

async function returnsOf(orm: Orm, buyerId: string) {
  const rows = await orm
    .select({ request: returns })
    .from(returns)
    .innerJoin(bookings, eq(bookings.id, returns.bookingId))
    .where(eq(bookings.buyerId, buyerId))
    .orderBy(desc(returns.id));
  return rows.map(({ request }) => ({
    _id: request.id,
    bookingId: request.bookingId,
    reason: request.reason,
    state: request.state,
    time: iso(request.requestedAt),
    decidedAt: request.decidedAt?.toISOString(),
    refundedAt: request.refundedAt?.toISOString(),
  }));
}

async function wishlistOf(orm: Orm, userId: string) {
  const rows = await orm
    .select({ item: wishlistItems, product: products })
    .from(wishlistItems)
    .innerJoin(products, eq(products.id, wishlistItems.productId))
    .where(eq(wishlistItems.userId, userId))
    .orderBy(desc(wishlistItems.id));
  return rows.map(({ item, product }) => ({
    _id: item.id,
    productId: product.id,
    name: product.name,
    price: dollarsFromCents(product.priceCents),
    time: iso(item.createdAt),
  }));
}

async function alertsOf(orm: Orm, userId: string) {
  const rows = await orm
    .select({ alert: availabilityAlerts, name: products.name })
    .from(availabilityAlerts)
    .innerJoin(products, eq(products.id, availabilityAlerts.productId))
    .where(eq(availabilityAlerts.userId, userId))
    .orderBy(desc(availabilityAlerts.id));
  return rows.map(({ alert, name }) => ({
    _id: alert.id,
    productId: alert.productId,
    name,
    time: iso(alert.createdAt),
  }));
}

async function historyOf(orm: Orm, userId: string) {
  const rows = await orm
    .select({ action: auditEntries.action, at: auditEntries.createdAt })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, userId))
    .orderBy(desc(auditEntries.id));
  return rows.map(({ action, at }) => ({ action, time: iso(at) }));
}

function iso(at: Date): string {
  return at.toISOString();
}
