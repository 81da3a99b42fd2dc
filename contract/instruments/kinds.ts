import { z } from 'zod';
import { specifiedCategories } from '../constants.ts';
import { byLanguage } from './by-language.ts';
import { attributeFields, attributeTypes } from './instrument-calls.ts';
import data from './kinds.json' with { type: 'json' };

const id = z.string().regex(/^[a-z0-9-]+$/);
/** Sizes are ids as they are written: `3/4`. */
const valueId = z.string().regex(/^[a-z0-9+/-]+$/);
const text = z.string().min(1);

const attribute = z.strictObject({
  label: text,
  type: z.enum(attributeTypes),
  /** The labels of a choice, by their ids. */
  values: z.record(valueId, text).optional(),
  formerValues: z.array(valueId).optional(),
  unit: text.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  filter: z.boolean(),
  ask: text.optional(),
  field: z.enum(attributeFields).optional(),
  former: z.literal(true).optional(),
});

const check = z.strictObject({
  ask: text,
  good: z.enum(['yes', 'no']),
  /** What a good answer says of the instrument. */
  fine: text,
  /** What the other answer says of it. */
  flaw: text,
  former: z.literal(true).optional(),
});

const photo = z.strictObject({ label: text, why: text });

const material = z.strictObject({
  label: text,
  cites: z.enum(['I', 'II']).optional(),
  note: text,
  crossBorderSale: z.enum(['free', 'permit', 'forbidden-without-papers', 'ask']),
  domesticSale: z.literal('papers').optional(),
  source: text.optional(),
});

const words = z.array(text).min(1);

const kind = z.strictObject({
  kind: id,
  label: text,
  category: z.enum(specifiedCategories),
  /** Amplifiers and the like are not instruments. */
  instrument: z.literal(false).optional(),
  googleProductCategory: z.number().int(),
  hs: z.string().regex(/^\d{4}\.\d{2}$/),
  musicbrainz: z.uuid().optional(),
  /** The names of the kind in each language, the most usual first. */
  words: byLanguage(words),
  /** What buyers ask first stands first. A kind may have fewer of the values. */
  attributes: z.array(z.strictObject({ id, values: z.array(valueId).min(2).optional() })).min(3),
  /** Attributes of all kinds that make no sense here: a piano has no case. */
  without: z.array(id).optional(),
  checks: z.array(id).min(5).max(8),
  photos: z.array(id).min(5).max(8),
  /** Materials at risk that it may have. */
  materials: z.array(id).optional(),
  brandGroups: z.array(id),
});

export const kindsFile = z.strictObject({
  version: z.literal(1),
  about: text,
  types: z.record(z.string(), text),
  sources: z.record(z.string(), text),
  photoOfEveryKind: z.array(id),
  common: z.array(id),
  attributes: z.record(id, attribute),
  checks: z.record(id, check),
  photos: z.record(id, photo),
  materials: z.record(id, material),
  kinds: z.array(kind),
});
export type BuiltInInstruments = z.infer<typeof kindsFile>;

/**
 * What musicians ask about each kind of instrument that comes with the shop; `shopInstruments` has those of its owner as well. A
 * test parses the file by the schema, so it is not parsed here.
 */
export const builtInInstruments = data as unknown as BuiltInInstruments;
