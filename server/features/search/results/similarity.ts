import type { PriceComparison } from '#contract/products/similar-products.ts';
import type { Sql } from '../../../database/sql.ts';
import { type Clause, nameClause } from '../matching/lexemes.ts';
import { instrumentKinds, kindOf } from '../words/instrument-kinds.ts';
import { isModel, parseWords, type Term } from '../words/parse-words.ts';
import type { Stems } from '../words/read-stems.ts';
import { countNames } from '../words/read-vocabulary.ts';

/** What products have in common with an instrument, by their names. Each level contains the one before. */
export interface Similarity {
  levels: readonly { match: PriceComparison['match']; clause: Clause }[];
  /** The kind of the instrument in English, when its name says it. */
  kind: string | undefined;
}

/** Of the words that are neither model nor kind, the rarest so many are compared: each pair of them is one alternative. */
const comparedWords = 4;

/**
 * How to find what is like an instrument of this name: first the same model, then the same kind with two further words in
 * common, with one, and any of the kind. Without a kind the words must do.
 */
export async function similarityOf(
  sql: Sql,
  name: string,
  stemsOf: (words: readonly string[]) => Promise<Stems>,
): Promise<Similarity> {
  const terms = parseWords(name);
  const words = terms.flatMap(({ alternatives }) => alternatives.flat());
  const stems = await stemsOf([...words, ...instrumentKinds]);
  const kind = kindOf(name, terms, stems);
  const known = terms
    .filter((term) => !isNumber(term))
    .map((term) => ({ term, clause: nameClause(term, stems) }))
    .filter(({ clause }) => clause.length > 0);
  const isKind = ({ term }: { term: Term }) => term.typed === kind?.term.typed;
  const models = known.filter(({ term }) => isModel(term)).map(({ clause }) => clause);
  const further = known.filter((one) => !isKind(one) && !isModel(one.term));
  const names = await countNames(
    sql,
    further.map(({ term }) => term),
    stems,
  );
  const others = further
    .toSorted((one, other) => names(one.term) - names(other.term))
    .slice(0, comparedWords)
    .map(({ clause }) => clause);
  const ofKind = kind && nameClause(kind.term, stems);
  return { levels: levelsOf(models, ofKind, others), kind: kind?.name };
}

function levelsOf(models: readonly Clause[], kind: Clause | undefined, others: readonly Clause[]) {
  const pairs = others.flatMap((one, at) => others.slice(at + 1).map((other) => both(one, other)));
  const withKind = (clauses: readonly Clause[]) =>
    (kind ? clauses.map((clause) => both(kind, clause)) : clauses).flat();
  const steps = [
    { match: 'model' as const, clause: models.flat() },
    { match: 'name' as const, clause: withKind(pairs) },
    { match: 'name' as const, clause: kind || others.length === 1 ? withKind(others) : [] },
    { match: 'kind' as const, clause: kind ?? [] },
  ].filter(({ clause }) => clause.length > 0);
  return steps.map(({ match }, at) => ({
    match,
    clause: steps.slice(0, at + 1).flatMap(({ clause }) => clause),
  }));
}

/** Both clauses, as one disjunction. */
function both(one: Clause, other: Clause): Clause {
  return one.flatMap((left) => other.map((right) => [...left, ...right]));
}

const isNumber = ({ typed }: Term) => !/\p{L}/u.test(typed);
