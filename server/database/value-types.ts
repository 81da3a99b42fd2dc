import { types } from 'pg';

const { builtins } = types;
type Reader = (text: string) => unknown;

/**
 * Converts values of PostgreSQL's types to values of JavaScript. Types that are not listed are returned as the text
 * that PostgreSQL sends: `numeric`, `date`, `time`, `interval`, `uuid` and so on.
 */
const readers: Record<number, Reader> = {
  [builtins.BOOL]: (text) => text === 't',
  [builtins.BYTEA]: types.getTypeParser(builtins.BYTEA),
  [builtins.INT2]: Number,
  [builtins.INT4]: Number,
  [builtins.OID]: Number,
  [builtins.INT8]: readInteger,
  [builtins.FLOAT4]: Number,
  [builtins.FLOAT8]: Number,
  [builtins.JSON]: (text) => JSON.parse(text),
  [builtins.JSONB]: (text) => JSON.parse(text),
  // A timestamp without a zone is in UTC, whatever the zone of this machine is.
  [builtins.TIMESTAMP]: (text) => readTime(text, `${text}Z`),
  [builtins.TIMESTAMPTZ]: (text) => readTime(text, text),
};

const TEXT_ARRAY: number = 1009;
const readText: Reader = (text) => text;
const elementOfArray: Record<number, number> = {
  1000: builtins.BOOL,
  1001: builtins.BYTEA,
  1003: builtins.TEXT, // name[]
  1005: builtins.INT2,
  1007: builtins.INT4,
  [TEXT_ARRAY]: builtins.TEXT,
  1014: builtins.BPCHAR,
  1015: builtins.VARCHAR,
  1016: builtins.INT8,
  1021: builtins.FLOAT4,
  1022: builtins.FLOAT8,
  1028: builtins.OID,
  1115: builtins.TIMESTAMP,
  1182: builtins.DATE,
  1185: builtins.TIMESTAMPTZ,
  1231: builtins.NUMERIC,
  199: builtins.JSON,
  2951: builtins.UUID,
  3807: builtins.JSONB,
};
for (const [array, element] of Object.entries(elementOfArray)) {
  readers[Number(array)] = readArrayOf(readers[element] ?? readText);
}

/** The driver calls this for the type of each column. */
export const valueTypes = {
  getTypeParser: (type: number): Reader => readers[type] ?? readText,
};

/**
 * A number; amounts and counts are calculated with.
 * @throws RangeError for one that a number does not represent exactly, above 2^53
 */
export function readInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} from the database is too large to calculate with`);
}

/** The form in which a parameter is sent; the driver would send times in the zone of this machine. */
export function asParameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

/** Infinity and dates that JavaScript cannot represent remain text. */
function readTime(text: string, withZone: string): Date | string {
  const time = new Date(withZone);
  return Number.isNaN(time.getTime()) ? text : time;
}

/** Unquoted `NULL` elements become null, in arrays of any depth. */
function readArrayOf(read: Reader): Reader {
  const readTexts = types.getTypeParser(TEXT_ARRAY);
  const readElement = (element: unknown): unknown => {
    if (Array.isArray(element)) return element.map(readElement);
    return typeof element === 'string' ? read(element) : null;
  };
  return (text) => readElement(readTexts(text));
}
