import {
  isPaired,
  lexemeTag,
  listsTag,
  pairTag,
  searchesTag,
} from '../products/catalogue-changes.ts';
import { type Frequencies, shareOf } from './frequencies.ts';
import type { Clause } from './lexemes.ts';
import type { Search } from './search-plan.ts';

/**
 * The cache tags of what a search finds or counts. Every product that matches has a lexeme of each clause, so the lexemes of
 * one clause are enough, or of two; those of the rarest change least often. `s:advertise` is never among them: a sale ends it
 * without `recordEdit`.
 */
export function searchTags({ tiers, filters }: Search, frequencies: Frequencies): string[] {
  const [rarest] = byShare([...(tiers.at(-1) ?? []), ...filters], frequencies);
  if (!rarest) return [listsTag];
  const [one, other] = byShare(filters.filter(hasPairs), frequencies);
  const isRarer = (...clauses: Clause[]) =>
    shareOf(clauses, frequencies).likely < shareOf([rarest], frequencies).likely;
  const tags =
    one && other && isRarer(one, other)
      ? lexemesOf(one).flatMap((first) =>
          lexemesOf(other).map((second) =>
            first === second ? lexemeTag(first) : pairTag(first, second),
          ),
        )
      : lexemesOf(rarest).map(lexemeTag);
  return [searchesTag, ...tags];

  function lexemesOf(clause: Clause): string[] {
    return clause.map((all) => rarestOf(all, frequencies));
  }
}

const hasPairs = (clause: Clause) => clause.every((all) => all.every(isPaired));

/** The rarest first. */
function byShare(clauses: readonly Clause[], frequencies: Frequencies): Clause[] {
  const share = (clause: Clause) => shareOf([clause], frequencies).most;
  return clauses.toSorted((one, other) => share(one) - share(other));
}

function rarestOf(lexemes: readonly string[], frequencies: Frequencies): string {
  const share = (lexeme: string) => shareOf([[[lexeme]]], frequencies).most;
  return lexemes.toSorted((one, other) => share(one) - share(other))[0] ?? '';
}
