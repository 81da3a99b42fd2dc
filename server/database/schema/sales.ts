import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  bookingStates,
  liveBookingStates,
  productStatuses,
  releaseReasons,
} from '#contract/bookings/states.ts';
import {
  conditions,
  dispatchTerms,
  kindSources,
  limits,
  madeYear,
  playingStates,
  purchaseYear,
  specifiedCategories,
  yearCertainties,
} from '#contract/constants.ts';
import type { CheckAnswer, Fact } from '#contract/instruments/facts.ts';
import { hidingOutcomes } from '#contract/moderation/moderation-terms.ts';
import { highestMinorUnits } from '#contract/money/currency.ts';
import { serialStates } from '#contract/products/serial.ts';
import {
  bytea,
  chosenDelivery,
  chosenDeliveryChecks,
  idempotencyColumns,
  isOneOf,
  primaryId,
  timestamptz,
} from './columns.ts';
import { images } from './images.ts';
import { users } from './users.ts';

/* Products and bookings refer to each other, so they stand in one file. */

const longestPriceCents = sql.raw(String(highestMinorUnits));
const lengthOf = (column: AnyPgColumn, longest: number) =>
  sql`char_length(${column}) between 1 and ${sql.raw(String(longest))}`;

/** The words that a search of products looks through. Index and query must have the very same expression. */
export const wordsOfProduct = "to_tsvector('simple', search_words(name))";

/** The same for bookings. */
export const wordsOfBooking =
  "to_tsvector('simple', search_words(product_name || ' ' || buyer_name || ' ' || buyer_email))";

/** One instrument. It can be withdrawn but is never deleted, because bookings and payments refer to it. */
export const products = pgTable(
  'products',
  {
    id: primaryId(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** The id of a kind of instrument. */
    kind: text('kind'),
    /** Null until its name was read, in what a server of an earlier version lists. */
    kindFrom: text('kind_from', { enum: kindSources }),
    /** Its maker. */
    brand: text('brand'),
    /** By which makers are compared (`contract/instruments/normal-brand.ts`). */
    brandNormal: text('brand_normal'),
    model: text('model'),
    madeYear: integer('made_year'),
    madeSure: text('made_sure', { enum: yearCertainties }),
    /** By the ids of attributes and checks, also of other kinds than its own. */
    facts: jsonb('facts').$type<Record<string, Fact>>(),
    checks: jsonb('checks').$type<Record<string, CheckAnswer>>(),
    playingState: text('playing_state', { enum: playingStates }),
    /** In which name and description are written, in BCP 47. */
    language: text('language'),
    priceCents: integer('price_cents').notNull(),
    originalPriceCents: integer('original_price_cents'),
    /** Of a real drop, for `priceDropTerms.shownDays`: the price before it, and when it was. */
    priceBeforeCents: integer('price_before_cents'),
    priceDroppedAt: timestamptz('price_dropped_at'),
    category: text('category'),
    condition: text('condition', { enum: conditions }).notNull(),
    phone: text('phone').notNull(),
    location: text('location').notNull(),
    description: text('description').notNull(),
    purchaseYear: integer('purchase_year').notNull(),
    /** Whether its buyer can fetch it. */
    pickup: boolean('pickup').notNull().default(true),
    /** Whether it has `shipping_prices`. */
    ships: boolean('ships').notNull().default(false),
    /** The days that its seller needs to send it; null: `dispatchTerms.defaultDays`. */
    dispatchDays: smallint('dispatch_days'),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
    status: text('status', { enum: productStatuses }).notNull(),
    /** The paid booking that sold it. */
    soldBookingId: uuid('sold_booking_id').references((): AnyPgColumn => bookings.id),
    /** Whether buyers can offer less than the price. */
    takesOffers: boolean('takes_offers').notNull().default(true),
    /** Offers below it are declined immediately. Only the seller knows it. */
    leastOfferCents: integer('least_offer_cents'),
    ...idempotencyColumns(),
    createdAt: timestamptz('created_at').notNull(),
    withdrawnAt: timestamptz('withdrawn_at'),
    /** Which decision of the admins hides it: it is withdrawn as well, unless it is sold, and can come back. */
    hiddenFor: text('hidden_for', { enum: hidingOutcomes }),
    /**
     * Which of its pictures shows it with a handwritten code. Without a foreign key, because it counts only while it is among the
     * pictures of the listing, which refer to it.
     */
    codePhotoId: uuid('code_photo_id'),
    codePhotoAt: timestamptz('code_photo_at'),
    /** The code that should be in it. */
    codePhotoCode: text('code_photo_code'),
    /** The pictures that stood beside it then: the others are newer. */
    codePhotoBeside: uuid('code_photo_beside').array(),
    /** Where it is, by a code of two letters; null, of earlier listings: in the country of the shop. */
    country: text('country'),
    /** The materials at risk that it has, `none` or `unknown`; null: not said. */
    materials: text('materials').array(),
    /** Whether its seller gets the permit to sell it abroad. */
    getsPermit: boolean('gets_permit'),
    /** The papers that its materials need at home too, as its seller names them. */
    papers: text('papers'),
    /** What the seller says of the serial number; null: nothing. */
    serialState: text('serial_state', { enum: serialStates }),
    /** The number, encrypted for its seller. */
    serialSealed: text('serial_sealed'),
    /** The keyed digest of maker and number, by which listings are compared. */
    serialDigest: bytea('serial_digest'),
    /** Since when the listing waits to be compared with others; null: it was. */
    comparisonDueAt: timestamptz('comparison_due_at').default(sql`now()`),
  },
  (table) => [
    uniqueIndex('products_idempotency')
      .on(table.sellerId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('products_advertised')
      .on(table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'advertise' and ${table.withdrawnAt} is null`),
    index('products_by_category')
      .on(table.category, table.id.desc().nullsFirst())
      .where(sql`${table.status} <> 'sold' and ${table.withdrawnAt} is null`),
    index('products_by_seller')
      .on(table.sellerId, table.id.desc().nullsFirst())
      .where(sql`${table.withdrawnAt} is null`),
    index('products_by_seller_and_status')
      .on(table.sellerId, table.status, table.id.desc().nullsFirst())
      .where(sql`${table.withdrawnAt} is null`),
    index('products_hidden')
      .on(table.sellerId, table.id.desc().nullsFirst())
      .where(sql`${table.hiddenFor} is not null`),
    index('products_by_words')
      .using('gin', sql.raw(wordsOfProduct))
      .where(sql`${table.withdrawnAt} is null`),
    index('products_by_kind')
      .on(table.kind, table.id.desc().nullsFirst())
      .where(sql`${table.withdrawnAt} is null`),
    index('products_by_brand')
      .on(table.brandNormal, table.id.desc().nullsFirst())
      .where(sql`${table.withdrawnAt} is null`),
    index('products_on_sale_by_kind')
      .on(table.kind, table.brandNormal)
      .where(sql`${table.status} <> 'sold' and ${table.withdrawnAt} is null`),
    index('products_by_facts')
      .using('gin', table.facts.op('jsonb_path_ops'))
      .with({ fastupdate: false })
      .where(sql`${table.status} <> 'sold' and ${table.withdrawnAt} is null`),
    index('products_with_price_drop')
      .on(table.priceDroppedAt)
      .where(sql`${table.priceDroppedAt} is not null`),
    index('products_without_kind').on(table.id).where(sql`${table.kindFrom} is null`),
    index('products_by_image').on(table.imageId),
    index('products_by_sold_booking')
      .on(table.soldBookingId)
      .where(sql`${table.soldBookingId} is not null`),
    check('products_price', sql`${table.priceCents} between 1 and ${longestPriceCents}`),
    check(
      'products_original_price',
      sql`${table.originalPriceCents} is null or ${table.originalPriceCents} between 1 and ${longestPriceCents}`,
    ),
    check(
      'products_price_drop',
      sql`(${table.priceDroppedAt} is null) = (${table.priceBeforeCents} is null) and (${table.priceBeforeCents} is null or ${table.priceBeforeCents} > 0)`,
    ),
    check('products_least_offer', sql`${table.leastOfferCents} between 1 and ${longestPriceCents}`),
    check('products_delivery', sql`${table.pickup} or ${table.ships}`),
    // The start replaces it by one for the categories of the shop (server/workflows/move-categories.ts).
    check('products_category_known', isOneOf(table.category, specifiedCategories)),
    check('products_condition_known', isOneOf(table.condition, conditions)),
    check('products_status_known', isOneOf(table.status, productStatuses)),
    check(
      'products_year',
      sql`${table.purchaseYear} between ${sql.raw(`${purchaseYear.min} and ${purchaseYear.max}`)}`,
    ),
    check('products_name_length', lengthOf(table.name, limits.nameLength)),
    check('products_brand_length', lengthOf(table.brand, limits.brandLength)),
    check('products_model_length', lengthOf(table.model, limits.modelLength)),
    check('products_kind_length', lengthOf(table.kind, limits.kindLength)),
    check('products_kind_from_known', isOneOf(table.kindFrom, kindSources)),
    check(
      'products_made_year',
      sql`${table.madeYear} between ${sql.raw(`${madeYear.min} and ${madeYear.max}`)}`,
    ),
    check('products_made_sure_known', isOneOf(table.madeSure, yearCertainties)),
    check('products_made_is_whole', sql`(${table.madeYear} is null) = (${table.madeSure} is null)`),
    check('products_playing_state_known', isOneOf(table.playingState, playingStates)),
    check('products_country_is_a_code', sql`${table.country} ~ '^[A-Z]{2}$'`),
    check(
      'products_materials_are_few',
      sql`cardinality(${table.materials}) between 1 and ${sql.raw(String(limits.materials))}`,
    ),
    check('products_papers_length', lengthOf(table.papers, limits.papersLength)),
    check('products_language_length', lengthOf(table.language, limits.languageTagLength)),
    check(
      'products_answers',
      sql`jsonb_typeof(${table.facts}) = 'object' and jsonb_typeof(${table.checks}) = 'object'`,
    ),
    check('products_phone_length', lengthOf(table.phone, limits.sellerPhoneLength)),
    check('products_location_length', lengthOf(table.location, limits.locationLength)),
    check('products_description_length', lengthOf(table.description, limits.descriptionLength)),
    check(
      'products_sold_by_a_booking',
      sql`(${table.status} = 'sold') = (${table.soldBookingId} is not null)`,
    ),
    check(
      'products_sold_is_not_withdrawn',
      sql`${table.status} <> 'sold' or ${table.withdrawnAt} is null`,
    ),
    check('products_hidden_for_known', isOneOf(table.hiddenFor, hidingOutcomes)),
    index('products_by_serial')
      .on(table.serialDigest)
      .where(sql`${table.serialDigest} is not null`),
    index('products_to_compare')
      .on(table.comparisonDueAt)
      .where(sql`${table.comparisonDueAt} is not null`),
    check('products_serial_state_known', isOneOf(table.serialState, serialStates)),
    check(
      'products_code_photo_is_whole',
      sql`num_nulls(${table.codePhotoId}, ${table.codePhotoAt}, ${table.codePhotoCode}, ${table.codePhotoBeside}) in (0, 4)`,
    ),
    check(
      'products_dispatch_days',
      sql`${table.dispatchDays} between 1 and ${sql.raw(String(dispatchTerms.maxDays))}`,
    ),
    check(
      'products_hidden_is_off_sale',
      sql`${table.hiddenFor} is null or ${table.status} = 'sold' or ${table.withdrawnAt} is not null`,
    ),
  ],
);

/**
 * A product reserved by a buyer, with name, price and picture at the time of booking. The unique index ensures at most one
 * live booking per product. An expired hold is `held` until it is released, so a booking first releases an expired hold of
 * its product, in the same transaction.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references((): AnyPgColumn => products.id),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    /** The product's seller, so that a seller's orders are one list in one order. */
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    buyerName: text('buyer_name').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    productName: text('product_name').notNull(),
    priceCents: integer('price_cents').notNull(),
    /** The public price of the product, where an accepted offer has booked it for less. */
    listedCents: integer('listed_cents'),
    ...chosenDelivery(),
    /** The shop's share of the price at the time of booking, in hundredths of a percent. */
    commissionBasisPoints: integer('commission_basis_points').notNull().default(0),
    /** The shop's share in the smallest unit, by all of the terms at the time of booking; null: by the percentage alone. */
    commissionCents: integer('commission_cents'),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
    /** Empty until its buyer says so, where an offer without one was accepted. */
    phone: text('phone').notNull(),
    location: text('location').notNull(),
    state: text('state', { enum: bookingStates }).notNull(),
    holdExpiresAt: timestamptz('hold_expires_at').notNull(),
    /** When opening the payment page extended the hold to 15 minutes, which happens once. */
    holdExtended: boolean('hold_extended').notNull().default(false),
    paidAt: timestamptz('paid_at'),
    releasedAt: timestamptz('released_at'),
    releaseReason: text('release_reason', { enum: releaseReasons }),
    /** What the seller said when declining it. */
    releaseNote: text('release_note'),
    returnedAt: timestamptz('returned_at'),
    /** From the receipt, for a trader's sale; null for a private one. As things were at the booking. */
    withdrawalDays: integer('withdrawal_days'),
    /** The trader with whom the buyer has the contract, and the address for a return, as stated at the booking. */
    traderName: text('trader_name'),
    traderAddress: text('trader_address'),
    /** The days to send it, of what is sent, and to return it, as said at the booking; null before they were stored. */
    dispatchDays: smallint('dispatch_days'),
    returnDays: smallint('return_days'),
    /** Where the product was at the booking, by a code of two letters; null where nothing is sent or nobody has said it. */
    shipsFrom: text('ships_from'),
    /** The materials for which its seller has to get a permit before it is sent; null: none. */
    permitFor: text('permit_for').array(),
    /** When the buyer has withdrawn from the contract. */
    withdrawnAt: timestamptz('withdrawn_at'),
    ...idempotencyColumns(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('bookings_one_live_per_product')
      .on(table.productId)
      .where(isOneOf(table.state, liveBookingStates)),
    uniqueIndex('bookings_idempotency')
      .on(table.buyerId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('bookings_by_buyer').on(table.buyerId, table.id.desc().nullsFirst()),
    index('bookings_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('bookings_by_product').on(table.productId, table.id.desc().nullsFirst()),
    index('bookings_by_words').using('gin', sql.raw(wordsOfBooking)),
    index('bookings_by_image').on(table.imageId),
    index('bookings_by_expiry').on(table.holdExpiresAt).where(sql`${table.state} = 'held'`),
    index('bookings_open_by_price')
      .on(table.buyerId, table.priceCents)
      .where(sql`${table.state} = 'held'`),
    check('bookings_state_known', isOneOf(table.state, bookingStates)),
    check('bookings_release_reason_known', isOneOf(table.releaseReason, releaseReasons)),
    check('bookings_commission', sql`${table.commissionBasisPoints} between 0 and 10000`),
    check(
      'bookings_commission_cents',
      sql`${table.commissionCents} between 0 and ${table.priceCents}`,
    ),
    check('bookings_price', sql`${table.priceCents} > 0`),
    ...chosenDeliveryChecks('bookings', table),
    check(
      'bookings_dispatch_days',
      sql`${table.dispatchDays} between 1 and ${sql.raw(String(dispatchTerms.maxDays))}`,
    ),
    check('bookings_ships_from_is_a_code', sql`${table.shipsFrom} ~ '^[A-Z]{2}$'`),
    check(
      'bookings_permit_is_for_what_is_sent',
      sql`${table.permitFor} is null or ${table.deliveryMethod} = 'shipping' and cardinality(${table.permitFor}) between 1 and ${sql.raw(String(limits.materials))}`,
    ),
    check('bookings_return_days', sql`${table.returnDays} between 1 and 365`),
    check('bookings_agreed_is_less', sql`${table.listedCents} > ${table.priceCents}`),
    check(
      'bookings_paid_has_a_time',
      sql`(${table.state} in ('paid', 'returned')) = (${table.paidAt} is not null)`,
    ),
    check(
      'bookings_released_has_a_reason',
      sql`(${table.state} = 'released') = (${table.releasedAt} is not null and ${table.releaseReason} is not null)`,
    ),
    check(
      'bookings_release_note_length',
      sql`char_length(${table.releaseNote}) between 1 and ${sql.raw(String(limits.declineReasonLength))}`,
    ),
    check(
      'bookings_returned_has_a_time',
      sql`(${table.state} = 'returned') = (${table.returnedAt} is not null)`,
    ),
    check(
      'bookings_phone_length',
      sql`char_length(${table.phone}) <= ${sql.raw(String(limits.buyerPhoneLength))}`,
    ),
    check(
      'bookings_location_length',
      sql`char_length(${table.location}) between 1 and ${sql.raw(String(limits.meetingPlaceLength))}`,
    ),
  ],
);
