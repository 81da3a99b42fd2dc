import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { limits, roles } from '#contract/constants.ts';
import { adminAreas } from '#contract/users/admin-areas.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { images } from './images.ts';

/**
 * The text that a search for users matches: the words of name and email. Index and query must use the same expression.
 */
export const wordsOfUser = "to_tsvector('simple', search_words(name || ' ' || email))";

/**
 * A user of the marketplace. The row of a removed user remains, because bookings and payments refer to it; the email is
 * then free for a new user.
 */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Those of an admin; null is all, as owners have. */
    areas: text('areas', { enum: adminAreas }).array(),
    /** An uploaded picture, or … */
    imageId: uuid('image_id').references(() => images.id),
    /** … the address of the picture that the identity provider gave (Google). */
    imageUrl: text('image_url'),
    /** In which mails are written; null is the shop's first. */
    language: text('language'),
    /** In which the mails write times, as the browser named it last; null is the shop's. */
    timeZone: text('time_zone'),
    /** What a seller says about themselves, where they are, and the languages that they speak, in BCP 47. */
    about: text('about'),
    town: text('town'),
    spoken: text('spoken').array(),
    verifiedAt: timestamptz('verified_at'),
    /** The number of the published reviews by buyers, and the sum of their stars. */
    reviewCount: integer('review_count').notNull().default(0),
    reviewStars: integer('review_stars').notNull().default(0),
    /** When the identity provider first proved the address; until then guests do not see it as a seller's. */
    emailProvenAt: timestamptz('email_proven_at'),
    createdAt: timestamptz('created_at').notNull(),
    /** By decisions of the admins (`server/features/moderation/effects.ts`). */
    limitedAt: timestamptz('limited_at'),
    suspendedAt: timestamptz('suspended_at'),
    /** Null with `suspended_at`: without an end. */
    suspendedUntil: timestamptz('suspended_until'),
    removedAt: timestamptz('removed_at'),
    /** When the identity provider deleted a removed user's identity; until then the email cannot be used again. */
    identityEndedAt: timestamptz('identity_ended_at'),
  },
  (table) => [
    uniqueIndex('users_email_unique')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.removedAt} is null`),
    index('users_by_role')
      .on(table.role, table.id.desc().nullsFirst())
      .where(sql`${table.removedAt} is null`),
    index('users_by_words')
      .using('gin', sql.raw(wordsOfUser))
      .where(sql`${table.removedAt} is null`),
    index('users_removed_by_words')
      .using('gin', sql.raw(wordsOfUser))
      .where(sql`${table.removedAt} is not null`),
    index('users_with_identity_to_end')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.removedAt} is not null and ${table.identityEndedAt} is null`),
    check('users_role_known', isOneOf(table.role, roles)),
    check('users_areas_of_admins', sql`${table.areas} is null or ${table.role} = 'admin'`),
    check(
      'users_name_length',
      sql`char_length(${table.name}) between 1 and ${sql.raw(String(limits.personNameLength))}`,
    ),
    check(
      'users_email_length',
      sql`char_length(${table.email}) between 3 and ${sql.raw(String(limits.emailLength))}`,
    ),
    check(
      'users_about_length',
      sql`char_length(${table.about}) <= ${sql.raw(String(limits.aboutLength))}`,
    ),
    check(
      'users_town_length',
      sql`char_length(${table.town}) <= ${sql.raw(String(limits.townLength))}`,
    ),
    check(
      'users_spoken_count',
      sql`cardinality(${table.spoken}) <= ${sql.raw(String(limits.spokenLanguages))}`,
    ),
    check('users_one_picture', sql`${table.imageId} is null or ${table.imageUrl} is null`),
    check(
      'users_only_sellers_verified',
      sql`${table.verifiedAt} is null or ${table.role} = 'seller'`,
    ),
    check(
      'users_identity_ended_when_removed',
      sql`${table.identityEndedAt} is null or ${table.removedAt} is not null`,
    ),
    check(
      'users_suspension_has_a_beginning',
      sql`${table.suspendedUntil} is null or ${table.suspendedAt} is not null`,
    ),
    index('users_suspended')
      .on(table.suspendedUntil)
      .where(sql`${table.suspendedUntil} is not null`),
    index('users_to_verify')
      .on(table.id)
      .where(
        sql`${table.role} = 'seller' and ${table.verifiedAt} is null and ${table.removedAt} is null`,
      ),
    index('users_verified').on(table.id).where(sql`${table.verifiedAt} is not null`),
    index('users_by_image').on(table.imageId).where(sql`${table.imageId} is not null`),
  ],
);
