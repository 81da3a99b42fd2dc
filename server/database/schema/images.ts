import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { primaryId, timestamptz } from './columns.ts';

/** A stored picture: the image host that stores its files, and its sizes. */
export const images = pgTable(
  'images',
  {
    id: primaryId(),
    /** The adapter that stores the files: disk, s3, imgbb. */
    host: text('host').notNull(),
    /** Address of the picture at a foreign host; null when our own server serves it. */
    externalUrl: text('external_url'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    widths: integer('widths').array().notNull(),
    /** While a decision of the admins hides it: what `widths` was, which is empty then. */
    hiddenWidths: integer('hidden_widths').array(),
    placeholder: text('placeholder').notNull(),
    bytes: integer('bytes').notNull(),
    avif: boolean('avif').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /**
     * The user who uploaded it, or, when that was before there was an account, who used it first. Only they refer to it. Without
     * a foreign key, because users refer to images.
     */
    ownerId: uuid('owner_id'),
    /** By which the same picture is found again: 64 bits. Null for a flat one, and until it is computed. */
    fingerprint: bigint('fingerprint', { mode: 'bigint' }),
    /** The same of the picture seen in a mirror, for looking it up. */
    mirroredFingerprint: bigint('mirrored_fingerprint', { mode: 'bigint' }),
    fingerprintedAt: timestamptz('fingerprinted_at'),
  },
  (table) => [
    index('images_without_avif').on(table.id).where(sql`not ${table.avif}`),
    index('images_by_age').on(table.createdAt),
    index('images_by_owner').on(table.ownerId, table.createdAt),
    uniqueIndex('images_by_external_url')
      .on(table.externalUrl)
      .where(sql`${table.externalUrl} is not null`),
    // Two fingerprints that differ in a few bits agree in one of four parts, or nearly.
    ...[48, 32, 16, 0].map((shift, part) =>
      index(`images_by_fingerprint_${part + 1}`)
        .on(sql`((${table.fingerprint} >> ${sql.raw(String(shift))}) & 65535)`)
        .where(sql`${table.fingerprint} is not null`),
    ),
    index('images_without_fingerprint').on(table.id).where(sql`${table.fingerprintedAt} is null`),
    check(
      'images_have_a_size',
      sql`${table.width} > 0 and ${table.height} > 0 and ${table.bytes} > 0`,
    ),
  ],
);
