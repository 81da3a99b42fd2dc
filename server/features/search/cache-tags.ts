import { lexemeTag, listsTag, searchesTag } from '../products/catalogue-changes.ts';
import { type Frequencies, shareOf } from './frequencies.ts';
import type { Clause } from './lexemes.ts';
import type { Search } from './search-plan.ts';

/**
 * The cache tags of what a search finds and counts. Every product that matches has a lexeme of each clause, so the lexemes of
 * one clause are enough, and those of the rarest are the fewest changes. Counts beside a choice are of the search without that
 * filter: where there are no words, only two filters together leave out what a change of any product may add.
 */
export function searchTags({ tiers, filters }: Search, frequencies: Frequencies): string[] {
  const words = tiers.at(-1) ?? [];
  const clauses = words.length > 0 ? rarest(words, frequencies, 1) : filtersAlone();
  if (clauses.length === 0) return [listsTag];
  const lexemes = clauses.flatMap((clause) => clause.map((all) => rarestLexeme(all, frequencies)));
  return [searchesTag, ...lexemes.map(lexemeTag)];

  function filtersAlone(): Clause[] {
    const kinds = [...new Set(filters.map(kindOf))];
    const ofEach = kinds.flatMap((kind) =>
      rarest(
        filters.filter((clause) => kindOf(clause) === kind),
        frequencies,
        1,
      ),
    );
    // No choice beside its counts ignores the years.
    const years = ofEach.filter((clause) => kindOf(clause) === 'year');
    if (years.length > 0) return years;
    return ofEach.length < 2 ? [] : rarest(ofEach, frequencies, 2);
  }
}

/** Which filter a clause is of, by the prefix of its lexemes. */
function kindOf([[lexeme = ''] = []]: Clause): string {
  const prefix = lexeme.slice(0, lexeme.indexOf(':'));
  return prefix === 'y' || prefix === 'd' ? 'year' : prefix;
}

function rarest(clauses: readonly Clause[], frequencies: Frequencies, count: number): Clause[] {
  const share = (clause: Clause) => shareOf([clause], frequencies).most;
  return clauses.toSorted((one, other) => share(one) - share(other)).slice(0, count);
}

function rarestLexeme(lexemes: readonly string[], frequencies: Frequencies): string {
  const share = (lexeme: string) => shareOf([[[lexeme]]], frequencies).most;
  return lexemes.toSorted((one, other) => share(one) - share(other))[0] ?? '';
}
