import type postgres from 'postgres';

const INT8 = 20;
const JSON_TYPES = [114, 3802];
const DATE_AND_TIME = [1082, 1114, 1184];
const THEIR_ARRAYS = [1182, 1115, 1185, 1231];

/**
 * Settles for the whole pool how values travel. Drizzle turns the driver's dates off for its own reading; they are put
 * back here, because both read through one pool and drizzle understands dates too.
 */
export function readWireTypesAsValues({ options }: postgres.Sql): void {
  const { parsers, serializers } = options;
  for (const type of DATE_AND_TIME) {
    parsers[type] = (text: string) => (type === 1082 ? text : readTime(text, type));
    serializers[type] = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  }
  // The driver makes readers of arrays from those of their elements, once there is none in the way.
  for (const type of THEIR_ARRAYS) {
    delete parsers[type];
    delete serializers[type];
  }
  // Drizzle hands JSON over as text already, `sql.json()` as a value.
  for (const type of JSON_TYPES) {
    serializers[type] = (value: unknown) =>
      typeof value === 'string' ? value : JSON.stringify(value);
  }
  parsers[INT8] = readInteger;
}

/** A number where that is exact, else a bigint, which nobody can take for a number by mistake. */
export function readInteger(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** A timestamp without a zone is one in UTC here, whatever the zone of this machine; infinity stays text. */
function readTime(text: string, type: number): Date | string {
  const time = new Date(type === 1114 ? `${text}Z` : text);
  return Number.isNaN(time.getTime()) ? text : time;
}
