import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * The words of the products that were ever listed, by which misspelled words of a search are corrected and the beginnings of
 * words are completed. A job adds to it.
 */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  {
    /** In small letters and without accents; only letters. */
    word: text('word').primaryKey(),
    /** What the index of products has for it. */
    stem: text('stem').notNull(),
    /** How many products have it. */
    products: integer('products').notNull(),
    /** How many have it in their name, place or category. */
    names: integer('names').notNull(),
  },
  (table) => [
    index('search_vocabulary_by_beginning').on(table.word.op('text_pattern_ops')),
    index('search_vocabulary_by_stem').on(table.stem),
    index('search_vocabulary_by_trigrams').using('gin', table.word.op('gin_trgm_ops')),
  ],
);

/** The progress of the job: new products, and changes of the catalogue, are read in the order of their ids. */
export const searchProgress = pgTable('search_progress', {
  name: text('name').primaryKey(),
  lastId: uuid('last_id').notNull(),
});
