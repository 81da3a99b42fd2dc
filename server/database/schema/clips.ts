import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clipFormats, clipKinds } from '#contract/clips/clips.ts';
import { limits } from '#contract/constants.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** A stored clip of sound or video: the store that has its file, and what it is. */
export const clips = pgTable(
  'clips',
  {
    id: primaryId(),
    /** The adapter that stores the file: disk, s3. */
    host: text('host').notNull(),
    kind: text('kind', { enum: clipKinds }).notNull(),
    format: text('format', { enum: clipFormats }).notNull(),
    bytes: integer('bytes').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Of a video, in pixels. */
    width: integer('width'),
    height: integer('height'),
    /** The user who uploaded it. Only they refer to it. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('clips_by_age').on(table.createdAt),
    index('clips_by_owner').on(table.ownerId, table.createdAt),
    check('clips_kind_known', isOneOf(table.kind, clipKinds)),
    check('clips_format_known', isOneOf(table.format, clipFormats)),
    check('clips_have_a_size', sql`${table.bytes} > 0 and ${table.durationMs} > 0`),
  ],
);

/**
 * The clips of a listing, a return, a dispute, a statement, a message or a case: `subject_id` is its id. A clip of a listing can be
 * played by everyone, every other one by the two sides and admins.
 */
export const clipUses = pgTable(
  'clip_uses',
  {
    subjectId: uuid('subject_id').notNull(),
    position: integer('position').notNull(),
    clipId: uuid('clip_id')
      .notNull()
      .references(() => clips.id),
    /** What it sounds like, for people who cannot listen to it. */
    transcript: text('transcript'),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.position] }),
    index('clip_uses_by_clip').on(table.clipId),
    check('clip_uses_position', sql`${table.position} between 1 and 6`),
    check(
      'clip_uses_transcript_length',
      sql`char_length(${table.transcript}) between 1 and ${sql.raw(String(limits.clipTranscriptLength))}`,
    ),
  ],
);
