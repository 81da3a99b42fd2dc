import { readFileSync } from 'node:fs';
import type { CallReply } from '#contract/calls.ts';
import type { Sql } from '../database/sql.ts';

/** What musicians type, and what they must find on the first page (bench/search/queries.json). */
export interface JudgedQuery {
  language: string;
  q: string;
  /** Instruments of one of these kinds, */
  kinds?: readonly string[];
  /** with one of the answers of each list, */
  facts?: readonly (readonly string[])[];
  /** of this maker, in its normal form. */
  brand?: string;
  /** Kinds that may be there too, because they are called so as well. */
  also?: readonly string[];
  /** Kinds of which nothing may be there, where no kind is wanted. */
  never?: readonly string[];
}

const file = new URL('../../bench/search/queries.json', import.meta.url);
export const judgedQueries: readonly JudgedQuery[] = JSON.parse(readFileSync(file, 'utf8')).queries;

export interface Marks {
  queries: number;
  /** Of the queries for what is on sale, how many there are. */
  wanted: number;
  /** The share of what must be found that is among the first ten. */
  found: number;
  /** The share of the first ten that are of another kind, or of whose facts one is another. */
  wrong: number;
  /** What is not as it must be, a line each. */
  faults: string[];
}

const page = 10;

interface Listed {
  id: string;
  name: string;
  kind: string | null;
  facts: Record<string, unknown> | null;
  brand: string | null;
}

/**
 * Searches for each, and judges the first ten by what their sellers say of kind, facts and maker. What is shown as close is no
 * match.
 */
export async function judgeSearches(
  sql: Sql,
  search: (q: string) => Promise<Pick<CallReply<'searchProducts'>, 'items' | 'corrected'>>,
): Promise<Marks> {
  const [found, wrong]: [number[], number[]] = [[], []];
  const faults: string[] = [];
  for (const query of judgedQueries) {
    const { items, corrected } = await search(query.q);
    const ids = items
      .filter(({ close }) => !close)
      .slice(0, page)
      .map(({ _id }) => _id);
    const rows = await sql<Listed[]>`
      select id, name, kind, facts, brand_normal as brand from products where id = any(${ids}::uuid[])`;
    const wanted = Math.min(page, await countWanted(sql, query));
    const right = rows.filter((row) => isWanted(query, row));
    const others = rows.filter((row) => isWrong(query, row));
    if (wanted > 0) found.push(Math.min(1, right.length / wanted));
    wrong.push(rows.length === 0 ? 0 : others.length / rows.length);
    if ((wanted > 0 && right.length < wanted) || others.length > 0) {
      const names = others.slice(0, 3).map(({ name, kind }) => `${name} (${kind})`);
      faults.push(
        `${query.language} “${query.q}”${corrected === undefined ? '' : ` as “${corrected}”`}: ${right.length} of ${wanted}, wrong ${others.length}: ${names.join(' | ')}`,
      );
    }
  }
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return {
    queries: judgedQueries.length,
    wanted: found.length,
    found: mean(found),
    wrong: mean(wrong),
    faults,
  };
}

async function countWanted(sql: Sql, { kinds, facts = [], brand }: JudgedQuery): Promise<number> {
  if (!kinds) return 0;
  const answers = JSON.stringify(facts.map((any) => any.map(asObject)));
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select from products p where kind = any(${kinds}::text[]) and status <> 'sold' and withdrawn_at is null
        and hidden_for is null and (${brand ?? null}::text is null or brand_normal = ${brand ?? null})
        and not exists (
          select from jsonb_array_elements(${answers}::jsonb) any_of
          where not exists (select from jsonb_array_elements(any_of) fact where coalesce(p.facts, '{}') @> fact)
        )
      limit ${page}
    ) wanted`;
  return row?.count ?? 0;
}

const asObject = (fact: string) => {
  const [attribute = '', answer = ''] = fact.split(':');
  return { [attribute]: answer };
};

function isWanted({ kinds, facts = [], brand }: JudgedQuery, row: Listed): boolean {
  return (
    kinds !== undefined &&
    row.kind !== null &&
    kinds.includes(row.kind) &&
    (brand === undefined || row.brand === brand) &&
    facts.every((any) => any.some((fact) => has(row, fact)))
  );
}

const has = ({ facts }: Listed, fact: string) =>
  Object.entries(asObject(fact)).every(([attribute, answer]) => facts?.[attribute] === answer);

/** Whether it is of another kind, or another answer is given to what was asked. */
function isWrong({ kinds, facts = [], also, never = [] }: JudgedQuery, row: Listed): boolean {
  if (row.kind === null || also?.includes(row.kind)) return false;
  if (never.includes(row.kind) || (kinds && !kinds.includes(row.kind))) return true;
  return facts.some((any) => {
    const answers = any.flatMap((fact) => row.facts?.[fact.split(':')[0] ?? ''] ?? []);
    return answers.length > 0 && !any.some((fact) => has(row, fact));
  });
}
