import { z } from 'zod';
import { countries } from '#contract/delivery/countries.ts';
import { line, ownedLine } from '#contract/shop/shop-lines.ts';
import { limits } from '../constants.ts';

/** The most that a shop may have. */
const maxCounts = { kinds: 200, tables: 500, values: 100, words: 60, brands: 1_000, was: 20 };
/** Of one kind; with those of every kind there are fewer than a listing may answer (`maxAnswers`). */
const maxAsked = 40;

const idMessage =
  'must be an id such as audio-interface: lower-case letters, digits and hyphens, at most 60 of them';
const id = z
  .string(idMessage)
  .max(limits.kindLength, idMessage)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, idMessage);
const valueId = z
  .string(idMessage)
  .max(limits.kindLength, idMessage)
  .regex(/^[a-z0-9]+([+/-][a-z0-9]+)*$/, idMessage);

const label = ownedLine(60);
const sentence = ownedLine(200);
const onlyTrue = z.literal(true, 'must be true, or be left out').optional();

const atMost = (count: number) => `may have at most ${count} entries`;
const list = <Entry extends z.ZodType>(entry: Entry, count: number) =>
  z.array(entry, 'must be a list').max(count, atMost(count));
const table = <Id extends z.ZodString, Entry extends z.ZodType>(
  key: Id,
  entry: Entry,
  count = maxCounts.tables,
) => z.record(key, entry).refine((entries) => Object.keys(entries).length <= count, atMost(count));

/** The types that an owner can ask with; the others are those of the fields of every listing. */
export const ownAttributeTypes = ['choice', 'number', 'yesno', 'text', 'month', 'country'] as const;

const bound = z.number('must be a number').min(-1e9, 'is too low').max(1e9, 'is too high');

const attribute = z.strictObject({
  label,
  type: z.enum(ownAttributeTypes, `must be one of ${ownAttributeTypes.join(', ')}`),
  values: table(valueId, label, maxCounts.values).optional(),
  formerValues: list(valueId, maxCounts.values).optional(),
  unit: ownedLine(20).optional(),
  min: bound.optional(),
  max: bound.optional(),
  filter: z.boolean('must be true or false').default(true),
  ask: sentence.optional(),
  former: onlyTrue,
});

const check = z.strictObject({
  ask: sentence,
  good: z.enum(['yes', 'no'], 'must be yes or no'),
  fine: sentence,
  flaw: sentence,
  former: onlyTrue,
});

const photo = z.strictObject({ label: ownedLine(100), why: sentence });

const wordMessage = 'must be a list of words, or one for each language, as { "fr": ["platine"] }';
const wordList = z.array(line(60), wordMessage).max(maxCounts.words, atMost(maxCounts.words));
const words = z.union(
  [wordList, z.record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), wordList)],
  wordMessage,
);

/** An attribute by its id alone, or with those of its values that the kind has. */
const asked = z.preprocess(
  (given) => (typeof given === 'string' ? { id: given } : given),
  z.strictObject({
    id,
    values: z.array(valueId, 'must be a list').min(2, 'must have at least two').optional(),
  }),
);

const kind = z.strictObject({
  // `/instruments/makers` and `/instruments/categories` are addresses of the shop.
  kind: id.refine((given) => !['makers', 'categories'].includes(given), {
    error: ({ input }) => `cannot be ${input}, which addresses of the shop have`,
  }),
  label,
  category: z.string('must be the id of a category').optional(),
  instrument: z.literal(false, 'must be false, or be left out').optional(),
  words: words.optional(),
  attributes: list(asked, maxAsked).default([]),
  without: list(id, maxAsked).default([]),
  checks: list(id, maxAsked).default([]),
  photos: list(id, maxAsked).default([]),
  materials: list(id, maxAsked).default([]),
  brandGroups: list(id, maxAsked).optional(),
  googleProductCategory: z
    .int('must be a number of the product taxonomy of Google')
    .min(1, 'must be a number of the product taxonomy of Google')
    .max(1_000_000, 'must be a number of the product taxonomy of Google')
    .optional(),
  was: list(id, maxCounts.was).optional(),
});

const brand = z.strictObject({
  name: line(limits.brandLength),
  aliases: list(line(limits.brandLength), 20).optional(),
  groups: list(id, maxAsked).min(1, 'must name at least one group').optional(),
  country: z
    .string('must be the code of a country such as DE')
    .refine((code) => countries.includes(code), 'must be the code of a country such as DE')
    .optional(),
});

/** What an owner says of kinds of instruments, in the form of `kinds.json` (docs/shop.md). `instrumentFaults` checks the rest. */
export const instrumentSettings = z.strictObject({
  /** Those of the built-in kinds that are shown, or those that are not. */
  show: list(id, maxCounts.kinds).optional(),
  hide: list(id, maxCounts.kinds).optional(),
  /** The categories of built-in kinds. */
  categories: table(id, z.string('must be the id of a category')).default({}),
  kinds: list(kind, maxCounts.kinds).default([]),
  attributes: table(id, attribute).default({}),
  checks: table(id, check).default({}),
  photos: table(id, photo).default({}),
  brands: list(brand, maxCounts.brands).default([]),
});
export type OwnInstruments = z.output<typeof instrumentSettings>;
