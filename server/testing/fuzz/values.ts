import fc from 'fast-check';
import type { Json } from '../../http/api/json-schema.ts';

/** Values that fit a JSON Schema of the API. Rules that such a schema cannot express are the subject of `world.ts`. */
export function fittingValue(schema: Json): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map(fittingValue));
  if (schema.type === 'string') return fittingText(schema);
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum: min = 0, maximum: max = 1_000_000 } = schema as Record<string, number>;
    return fc.integer({ min, max });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') {
    const maxLength = Math.min(4, Number(schema.maxItems ?? 4));
    return fc.array(fittingValue((schema.items ?? {}) as Json), { maxLength });
  }
  if (schema.type === 'object') return fittingObject(schema);
  return fc.jsonValue();
}

/** Values that try to break the code that reads them. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udc00b',
    '\n',
    'a\r\nb: c',
    '\u2028',
    // Nothing to see, and names that turn the direction of what follows.
    '\u200b',
    '\u2060\u3164\u00ad',
    '\u202egnp.exe',
    '\u2066abc\u2067def\u2069',
    'e\u0301'.repeat(60),
    `a${'\u0300'.repeat(500)}`,
    '%00',
    '%',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '//elsewhere.example',
    'x'.repeat(3_000),
    '\u{1f3b8}'.repeat(20_000),
    '=?utf-8?Q?x?=',
    '=1+1;=1+1',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '1e-9',
    '0x10',
    '9'.repeat(400),
    0,
    -0,
    -1,
    1e-9,
    0.001,
    1e308,
    2 ** 53,
    2 ** 31,
    true,
    null,
    [],
    {},
    [[[[[[]]]]]],
    nested(19),
    nested(2_000),
    Array.from({ length: 500 }, () => null),
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, index])),
    { toString: 1, constructor: { prototype: 1 } },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
);

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce((inner) => [inner], null);
}

/** Whole bodies that are not what a call expects, as text or bytes. */
export const hostileBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom(
    ...['', '{', 'null', '[]', '"text"', '1', '{"__proto__":{"a":1}}', '[{"a":1}]'],
    ...[
      `${'['.repeat(2_500)}${']'.repeat(2_500)}`,
      `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
    ],
    '['.repeat(50_000),
  ),
  fc.json({ maxDepth: 4 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.concat([Buffer.from('{"name":"'), bytes])),
);

function fittingText({ format, pattern, minLength = 0, maxLength = 100 }: Json) {
  // The pattern of an email address has lookaheads, which `stringMatching` does not know.
  if (format === 'email' || String(pattern).includes('(?!'))
    return fc.emailAddress({ size: 'small' });
  if (format === 'uuid') return fc.uuid();
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  // Nearly every text is refused when nothing of it can be seen, which a schema does not say.
  const [min, max] = [Math.max(1, Number(minLength)), Math.min(Number(maxLength), 60)];
  // A character that people see may be several of those that the schema counts.
  return fc
    .string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, Math.floor(max / 8)) })
    .map((text) => text.trim() || 'x'.repeat(min));
}

function fittingObject({ properties = {}, required = [] }: Json): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, Json>);
  return fc.record(Object.fromEntries(fields.map(([key, value]) => [key, fittingValue(value)])), {
    requiredKeys: required as string[],
  });
}
