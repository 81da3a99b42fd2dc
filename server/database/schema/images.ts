import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, primaryId } from './columns.ts';

/** A stored picture. Its bytes lie with the image host that is named here; the row says which sizes there are. */
export const images = pgTable(
  'images',
  {
    id: primaryId(),
    /** The adapter that holds the bytes: disk, s3, imgbb. */
    host: text('host').notNull(),
    /** Address of the picture at a foreign host; null when our own server serves it. */
    externalUrl: text('external_url'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    widths: integer('widths').array().notNull(),
    placeholder: text('placeholder').notNull(),
    bytes: integer('bytes').notNull(),
    avif: boolean('avif').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('images_without_avif').on(table.id).where(sql`not ${table.avif}`),
    index('images_by_age').on(table.createdAt),
    uniqueIndex('images_by_external_url')
      .on(table.externalUrl)
      .where(sql`${table.externalUrl} is not null`),
    check(
      'images_have_a_size',
      sql`${table.width} > 0 and ${table.height} > 0 and ${table.bytes} > 0`,
    ),
  ],
);
