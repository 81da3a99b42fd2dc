import { lexemeTag, listsTag, searchesTag } from '../products/catalogue-changes.ts';
import { type Frequencies, shareOf } from './frequencies.ts';
import type { Clause } from './lexemes.ts';
import type { Search } from './search-plan.ts';

/**
 * The cache tags of what a search finds and counts. Every product that matches has a lexeme of each clause, so the lexemes of
 * one clause are enough; those of the rarest change least often. `s:advertise` is never among them: a sale ends it without
 * `recordEdit`.
 */
export function searchTags({ tiers, filters }: Search, frequencies: Frequencies): string[] {
  const words = tiers.at(-1) ?? [];
  const clauses =
    words.length > 0 ? byShare(words, frequencies).slice(0, 1) : ofFilters(filters, frequencies);
  if (clauses.length === 0) return [listsTag];
  const lexemes = clauses.flatMap((clause) => clause.map((all) => rarestLexeme(all, frequencies)));
  return [searchesTag, ...lexemes.map(lexemeTag)];
}

/**
 * The clauses of a search without words. The counts beside a filter are of the search without it, so two filters are needed:
 * the other one still holds. None are beside the years.
 */
function ofFilters(filters: readonly Clause[], frequencies: Frequencies): Clause[] {
  const years = filters.filter((clause) => kindOf(clause) === 'year');
  if (years.length > 0) return years.slice(0, 1);
  const rarestOfKind = new Map<string, Clause>();
  for (const clause of byShare(filters, frequencies)) {
    const kind = kindOf(clause);
    if (!rarestOfKind.has(kind)) rarestOfKind.set(kind, clause);
  }
  return rarestOfKind.size < 2 ? [] : [...rarestOfKind.values()].slice(0, 2);
}

/** Which filter a clause is of, by the prefix of its lexemes. */
function kindOf([[lexeme = ''] = []]: Clause): string {
  const prefix = lexeme.slice(0, lexeme.indexOf(':'));
  return prefix === 'y' || prefix === 'd' ? 'year' : prefix;
}

/** The rarest first. */
function byShare(clauses: readonly Clause[], frequencies: Frequencies): Clause[] {
  const share = (clause: Clause) => shareOf([clause], frequencies).most;
  return clauses.toSorted((one, other) => share(one) - share(other));
}

function rarestLexeme(lexemes: readonly string[], frequencies: Frequencies): string {
  const [rarest = []] = byShare(
    lexemes.map((lexeme) => [[lexeme]]),
    frequencies,
  );
  return rarest[0]?.[0] ?? '';
}
