import { idMs } from '../../../core/ids.ts';
import type { InterpretedSearch } from './interpret-search.ts';
import { type Clause, queryText } from './lexemes.ts';
import type { Probe, WantedMatches } from './match-sql.ts';
import { priceCover, priceSlices, pricesFrom, type TimeLevel, timeSlices } from './slices.ts';

type Asked = Pick<InterpretedSearch, 'tiers' | 'filters' | 'order'>;

interface Place extends Pick<WantedMatches, 'conditions' | 'cursor'> {
  /** No product was listed later. */
  nowMs: number;
  /** The level of the first slices of time: small ones for a page, larger ones for a count. */
  smallest?: TimeLevel;
}

/**
 * The probes of a search: the slices of each tier of relevance, from the one of the cursor on; in other orders all matches are
 * one tier. Without lexemes, in the order of prices, there is one without keys.
 */
export function probesOf(
  { tiers, filters, order }: Asked,
  { conditions, cursor, nowMs, smallest }: Place,
): Probe[] {
  const { priceRange, among } = conditions;
  const last = tiers.at(-1) ?? [];
  if (order === 'price' || order === '-price') {
    const clauses = [...last, ...filters];
    if (clauses.length === 0 || among) return [probeOf(0, clauses)];
    const isDescending = order === '-price';
    const slices = priceSlices(pricesFrom(priceRange, isDescending, cursor), isDescending);
    return slices.map((slice) => probeOf(0, [[[slice]], ...clauses]));
  }
  const [wanted, first] = order === 'relevance' ? [tiers, cursor?.key ?? 0] : [[last], 0];
  const cover = priceRange && priceCover(priceRange);
  const priced = cover ? [cover.map((lexeme) => [lexeme])] : [];
  return wanted.slice(first).flatMap((clauses, at) => {
    const tier = first + at;
    const asked = [...clauses, ...filters, ...priced];
    const before = wanted[tier - 1];
    if (among) return [probeOf(tier, asked, before)];
    // Not later than now, whatever a made-up cursor says: time has many slices.
    const from = at === 0 && cursor ? Math.min(idMs(cursor.id), nowMs) : nowMs;
    return timeSlices(from, conditions.listedSince?.afterMs, smallest).map((slice) =>
      probeOf(tier, [[[slice]], ...asked], before),
    );
  });
}

/** Further clauses are one key. */
const maxKeys = 4;

/** Without what the tier before has found. */
function probeOf(tier: number, asked: readonly Clause[], before?: readonly Clause[]): Probe {
  const [first, ...others] = asked.map((clause) => queryText([clause]));
  if (first === undefined) return { tier, keys: [] };
  const rest = others.slice(maxKeys - 2);
  const keys = [first, ...others.slice(0, maxKeys - 2)];
  if (rest.length > 0) keys.push(rest.join(' & '));
  if (before) keys.push(`${keys.pop()} & !(${queryText(before)})`);
  return { tier, keys };
}
