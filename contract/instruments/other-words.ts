import { z } from 'zod';
import { conditions, specifiedCategories } from '../constants.ts';
import { byLanguage } from './by-language.ts';
import data from './other-words.json' with { type: 'json' };

/** Words with spaces between them; some lists have phrases, with a comma behind each. */
const words = z.string().min(1);
const table = z.record(words, words);
const list = z.array(words).min(1);

export const otherWordsFile = z.strictObject({
  version: z.literal(1),
  about: words,
  /** Other words for a category and for a condition: a search for one finds all of it. */
  categories: z.record(z.enum(specifiedCategories), words),
  conditions: z.record(z.enum(conditions), words),
  /** Instruments in English, and the same in other languages. */
  instruments: table,
  /** Those without a kind of their own, or whose kind has several. */
  rarerInstruments: table,
  furtherInstruments: words,
  /** What belongs to another one, whose listings often do not say so. Its own words find only itself. */
  narrower: table,
  nicknames: table,
  /** Single words for what English has several, each of which ends with the instrument. */
  compounds: table,
  /** Words that mean something together, and single ones for several. */
  phrases: table,
  numbers: words,
  cities: words,
  qualities: list,
  /** Found only when they are typed, because in texts they mean something else: 'batterie' is a battery too. */
  ambiguous: words,
  kinds: z.strictObject({
    about: words,
    mixed: words,
    unequal: words,
    /** Kinds one of which is often called by the word of another one. */
    alike: list,
  }),
  /** What belongs to an instrument and is none: a trumpet mute. */
  accessories: byLanguage(list),
});

/** A test parses the file by the schema, so it is not parsed here. */
export const otherWords: Omit<z.infer<typeof otherWordsFile>, 'version'> = data;
