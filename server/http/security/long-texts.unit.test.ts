import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#contract/calls.ts';
import { limits } from '#contract/constants.ts';
import { importFields, importLimits } from '#contract/imports/import-fields.ts';
import { checkChecks, checkFacts } from '#contract/instruments/facts.ts';
import { brandLength, normalBrand } from '#contract/instruments/normal-brand.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { writeCsv } from '../../core/csv.ts';
import { kindOfName } from '../../features/instruments/kind-of-name.ts';
import { suggestBrands } from '../../features/instruments/suggest-brands.ts';
import { nameColumns } from '../../features/listing-imports/column-names.ts';
import { guessMapping } from '../../features/listing-imports/guess-mapping.ts';
import { parseRow } from '../../features/listing-imports/parse-row.ts';
import { comparable } from '../../features/listing-imports/picture-sources.ts';
import { findContact } from '../../features/messages/find-contact.ts';
import { digestOf } from '../../features/messages/message-limits.ts';
import { parseName, parseWords, separateWords } from '../../features/search/words/parse-words.ts';
import { isCommonPassword } from '../../providers/identity/embedded/passwords/common-password.ts';
import { requestBodies } from '../../providers/identity/embedded/request-bodies.ts';
import { cpuGrowth, maxGrowth } from '../../testing/cpu-growth.ts';
import type { Json } from '../api/json-schema.ts';

/** More than any field may have: what is too long is read as well, to be refused. */
const bodyLength = 16_000;
const beginnings = ['', 'https://'];
const ends = ['', '@', 'b'];
/** Letters that are several in NFKC, marks that it orders, and what stands around names, numbers, addresses and links. */
const repeated = [
  ...['a', '0', ' ', '\n', ',', ';', '.', '-', '_', '/', '@', ':', '"', "'", '(', '[', '\\'],
  ...[
    '㌖',
    '㏩',
    '⑽',
    'ﷺ',
    '\u0301\u0323',
    'e\u0301',
    'a.',
    'a@',
    '1 ',
    '(1',
    '12:',
    '字',
    '\u202e',
  ],
  ...['212-664-7665 ', 'DE89 ', 'no. 1', 'at) ', '+1', 't.me', '00', '1/'],
];

const texts = repeated.flatMap((character) =>
  beginnings.flatMap((start) => ends.map((end) => ({ start, character, end }))),
);

/** The texts that take more than twice the time when they are twice as long. */
function slowTexts(read: (text: string) => unknown, length = bodyLength): string[] {
  return texts.flatMap(({ start, character, end }) => {
    const textOf = (count: number) =>
      (start + character.repeat(count)).slice(0, count - end.length) + end;
    const growth = cpuGrowth((count) => read(textOf(count)), length / 2);
    return growth > maxGrowth ? [`${textOf(40)} × ${growth.toFixed(1)}`] : [];
  });
}

/** All inputs of an address, each with a text in every one of its fields. */
const inputs: [name: string, schema: z.ZodType][] = [
  ...Object.entries(calls).flatMap(([name, call]) =>
    (['params', 'query', 'body'] as const).flatMap((place): [string, z.ZodType][] => {
      const schema = (call as Partial<Record<typeof place, z.ZodType>>)[place];
      return schema ? [[`the ${place} of ${name}`, schema]] : [];
    }),
  ),
  ...Object.entries(requestBodies).map(([path, schema]): [string, z.ZodType] => [path, schema]),
];

describe('a text takes at most twice the time when it is twice as long', () => {
  it.each(inputs)('the time for a long text is linear in the fields of %s', (_, schema) => {
    const shapes = samplesOf(
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json,
    );
    for (const sample of shapes) {
      expect(slowTexts((text) => schema.safeParse(sample(text)))).toEqual([]);
    }
  });

  const files = { find: () => undefined, examples: [] };
  const columns = [...importFields];
  it.each(importFields)(
    'the time for a long text is linear in the column %s of a file of listings',
    (field) => {
      const mapping = Object.fromEntries(columns.map((column) => [column, { column }]));
      const reading = { columns, mapping, files, languages: [] };
      const read = (text: string) => {
        const cells = columns.map((column) => (column === field ? text : '1'));
        return parseRow(cells, reading);
      };
      expect(slowTexts(read, importLimits.cellLength)).toEqual([]);
      expect(slowTexts(read, importLimits.rowLength)).toEqual([]);
    },
  );

  const asked = {
    attributes: [
      { id: 'text', type: 'text' },
      { id: 'choice', type: 'choice', values: [] },
    ],
  };
  const others: Record<string, [read: (text: string) => unknown, length: number]> = {
    'in what a message is searched for': [findContact, limits.messageLength],
    'in the digest of a message': [digestOf, limits.messageLength],
    'in the words of a search': [parseWords, limits.searchLength],
    'in a search of any length': [(text) => [parseWords(text), parseName(text)], 4_000],
    'in words that are separated': [separateWords, limits.descriptionLength],
    'in a new password': [(text) => isCommonPassword(text, [text]), 128],
    'in the name of an instrument, for its kind': [(text) => kindOfName(text), 1_000],
    'in the name of a maker': [normalBrand, 4_000],
    'in a maker that is typed': [(q) => suggestBrands({ q }), brandLength],
    'in facts': [(text) => checkFacts(asked, { [text]: text, text, choice: text }), 4_000],
    'in checks': [(text) => checkChecks({ checks: [] }, { [text]: text }), 4_000],
    'in an amount': [readAmount, bodyLength],
    'in the name of a picture': [comparable, bodyLength],
    'in the name of a column': [(text) => guessMapping([text], []), importLimits.columnNameLength],
    'in the names of columns': [
      (text) =>
        nameColumns(
          text
            .split(',')
            .slice(0, importLimits.columns)
            .map((name) => name.slice(0, 99)),
        ),
      importLimits.rowLength,
    ],
    'in a cell that is written': [(text) => writeCsv([[text]]), importLimits.rowLength],
  };
  it.each(Object.entries(others))('%s', (_, [read, length]) => {
    expect(slowTexts(read, length)).toEqual([]);
  });
});

type Sample = (text: string) => unknown;

/** Values of a JSON Schema with the same text in all places, one for each of its shapes. */
function samplesOf(schema: Json): Sample[] {
  if ('const' in schema) return [() => schema.const];
  if (Array.isArray(schema.enum)) return [() => (schema.enum as unknown[])[0]];
  const shapes = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (shapes) return shapes.flatMap(samplesOf);
  if (schema.type === 'array') {
    return samplesOf((schema.items ?? {}) as Json).map((item) => (text) => [item(text)]);
  }
  if (schema.type !== 'object') return [(text) => text];
  const { properties = {}, additionalProperties } = schema as {
    properties?: Record<string, Json>;
    additionalProperties?: Json | boolean;
  };
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, samplesOf(field)] as const,
  );
  if (typeof additionalProperties === 'object')
    fields.push(['any', samplesOf(additionalProperties)]);
  const count = Math.max(1, ...fields.map(([, samples]) => samples.length));
  return Array.from(
    { length: count },
    (_, shape) => (text: string) =>
      Object.fromEntries(
        fields.map(([name, samples]) => [name, samples[shape % samples.length]?.(text)]),
      ),
  );
}
