import type { Sql } from '../../../database/sql.ts';
import type { Clause } from './lexemes.ts';

/** How frequent lexemes are among products, by PostgreSQL's own statistics. */
export interface Frequencies {
  /** The number of products in the index that is asked, about. */
  products: number;
  /** The share of the products that has a lexeme; the rare ones are left out. */
  shares: ReadonlyMap<string, number>;
  /** No lexeme that is left out has a greater share. 1 while nothing is known. */
  rarestShare: number;
}

/** Statistics change slowly, so each server reads them once a minute. */
const rereadMs = 60_000;

/** The indexes of lexemes: of what is on sale, and of what was sold. */
type LexemeIndex = 'products_by_search' | 'products_sold_by_search';

/** Reads the frequencies, and again when they are a minute old. */
export function frequencyReader(
  sql: Sql,
  index: LexemeIndex = 'products_by_search',
  elapsedMs: () => number = () => performance.now(),
) {
  let known: Promise<Frequencies> | undefined;
  let readAtMs = 0;
  return (): Promise<Frequencies> => {
    if (known && elapsedMs() - readAtMs < rereadMs) return known;
    readAtMs = elapsedMs();
    const reading = readFrequencies(sql, index);
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    known = reading;
    return reading;
  };
}

/**
 * The share of the products that fulfils all clauses at most, and the share if the clauses had nothing to do with each
 * other.
 */
export function shareOf(clauses: readonly Clause[], { shares, rarestShare }: Frequencies) {
  const ofLexeme = (lexeme: string) =>
    lexeme.endsWith('*') ? ofBeginning(lexeme.slice(0, -1)) : (shares.get(lexeme) ?? rarestShare);
  const ofBeginning = (beginning: string) =>
    sum([...shares].filter(([lexeme]) => lexeme.startsWith(beginning)).map(([, share]) => share)) +
    rarestShare;
  const ofClause = (clause: Clause) =>
    Math.min(1, sum(clause.map((lexemes) => Math.min(...lexemes.map(ofLexeme)))));
  const each = clauses.map(ofClause);
  return {
    most: Math.min(1, ...each),
    likely: each.reduce((product, share) => product * share, 1),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

async function readFrequencies(sql: Sql, index: LexemeIndex): Promise<Frequencies> {
  const [size] = await sql<{ products: number }[]>`
    select greatest(reltuples, 0) as products from pg_class where oid = ${index}::text::regclass`;
  const [row] = await sql<{ lexemes: string[] | null; shares: number[] | null }[]>`
    select most_common_elems::text::text[] as lexemes, most_common_elem_freqs::float8[] as shares
    from pg_stats
    where schemaname = current_schema() and tablename = 'products' and attname = 'search_lexemes'`;
  const lexemes = row?.lexemes ?? [];
  const shares = row?.shares ?? [];
  return {
    products: size?.products ?? 0,
    shares: new Map(lexemes.map((lexeme, at) => [lexeme, shares[at] ?? 1])),
    // Behind the shares stand the lowest, the highest, and that of rows without lexemes.
    rarestShare: lexemes.length > 0 ? (shares[lexemes.length] ?? 1) : 1,
  };
}
