import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { ownText } from '#contract/shop/owned-text.ts';
import type { Sql } from '../../../database/sql.ts';
import { findBrand } from '../../instruments/find-brand.ts';
import { type Clause, nameClause } from '../matching/lexemes.ts';
import { instrumentKinds, kindOf } from '../words/instrument-kinds.ts';
import { isModel, parseName, parseWords, type Term } from '../words/parse-words.ts';
import type { Stems } from '../words/read-stems.ts';
import { countNames } from '../words/read-vocabulary.ts';

/** What products have in common with an instrument. Each level contains the one before. */
export interface Similarity {
  levels: readonly { match: PriceComparison['match']; clause: Clause }[];
  /** The kind of the instrument in English, when it is known or its name says it. */
  kind: string | undefined;
}

/** What its seller says that it is. */
interface Described {
  name: string;
  /** The id of its kind. */
  kind?: string | undefined;
  brand?: string | undefined;
  model?: string | undefined;
}

/** Of the words that are neither maker, model nor kind, the rarest so many are compared: each pair of them is one alternative. */
const comparedWords = 4;
/** So many words of a model must all be there. */
const modelWords = 4;

/**
 * How to find what is like an instrument: first the same model, then, where no model is known, two further words of the name in
 * common and one, then the same maker, and any of the kind. All of it is of the same kind. A kind that the seller does not say
 * is taken from the name; without one the words must do.
 */
export async function similarityOf(
  sql: Sql,
  { name, kind: kindId, brand, model }: Described,
  stemsOf: (words: readonly string[]) => Promise<Stems>,
): Promise<Similarity> {
  const terms = parseWords(name);
  const ofModel = parseName(model ?? '').slice(0, modelWords);
  const ofMaker = brandTerms(brand ?? '');
  const words = [...terms, ...ofModel, ...ofMaker].flatMap(({ alternatives }) =>
    alternatives.flat(),
  );
  const stems = await stemsOf([...words, ...instrumentKinds]);
  const named = kindOf(name, terms, stems);
  const saidKind = kindId === undefined ? undefined : kindWithId(kindId);
  const known = terms
    .filter((term) => !isNumber(term))
    .map((term) => ({ term, clause: nameClause(term, stems) }))
    .filter(({ clause }) => clause.length > 0);
  const isOfMaker = ({ typed }: Term) => ofMaker.some((term) => hasWord(term, typed));
  const further = known.filter(
    ({ term }) => term.typed !== named?.term.typed && !isModel(term) && !isOfMaker(term),
  );
  const namedModels = known.filter(({ term }) => isModel(term)).map(({ clause }) => clause);
  const saidModel = ofModel.map((term) => closestUnlessModel(term, stems));
  return {
    levels: levelsOf({
      kind: kindId === undefined ? named && nameClause(named.term, stems) : [[`k:${kindId}`]],
      isKindSaid: kindId !== undefined,
      // In the name too, because many sellers say it there alone.
      maker: allOf(ofMaker.map((term) => nameClause(term, stems))),
      // All words of the model that is said, or any model of the name.
      model: allOf(saidModel) ?? namedModels.flat(),
      others: saidModel.length > 0 ? [] : await rarest(sql, further, stems),
    }),
    kind: (saidKind && ownText(saidKind.label, 'en')) ?? named?.name,
  };
}

async function rarest(
  sql: Sql,
  further: readonly { term: Term; clause: Clause }[],
  stems: Stems,
): Promise<Clause[]> {
  const names = await countNames(
    sql,
    further.map(({ term }) => term),
    stems,
  );
  return further
    .toSorted((one, other) => names(one.term) - names(other.term))
    .slice(0, comparedWords)
    .map(({ clause }) => clause);
}

/** 'Stratocaster' as it is, and 'YAS-280' in each of its spellings: more alternatives of all words would be too many. */
function closestUnlessModel(term: Term, stems: Stems): Clause {
  const clause = nameClause(term, stems);
  return isModel(term) ? clause : clause.slice(0, 1);
}

interface Compared {
  kind: Clause | undefined;
  /** Whether the seller says it, or a name that was read once: then nothing of another kind is similar. */
  isKindSaid: boolean;
  maker: Clause | undefined;
  model: Clause;
  others: readonly Clause[];
}

function levelsOf({ kind, isKindSaid, maker, model, others }: Compared) {
  const pairs = others.flatMap((one, at) => others.slice(at + 1).map((other) => both(one, other)));
  const within = (clause: Clause, ...bounds: readonly (Clause | undefined)[]) =>
    bounds.reduce<Clause>((all, bound) => (bound ? both(bound, all) : all), clause);
  const single = kind || others.length === 1 ? others.flat() : [];
  const steps = [
    { match: 'model' as const, clause: within(model, ...(isKindSaid ? [maker, kind] : [])) },
    { match: 'name' as const, clause: within(pairs.flat(), maker, kind) },
    { match: 'name' as const, clause: within(single, maker, kind) },
    { match: 'maker' as const, clause: kind && maker ? both(kind, maker) : [] },
    { match: 'kind' as const, clause: kind ?? [] },
  ].filter(({ clause }) => clause.length > 0);
  return steps.map(({ match }, at) => ({
    match,
    clause: steps.slice(0, at + 1).flatMap(({ clause }) => clause),
  }));
}

/** The terms of a maker's name. One that is known is also found by its other names: Latin Percussion as 'LP'. */
function brandTerms(name: string): Term[] {
  const brand = findBrand(name);
  if (!brand) return parseName(name);
  const alternatives = [brand.name, ...(brand.aliases ?? [])].map((one) =>
    parseName(one).flatMap((term) => term.alternatives[0] ?? []),
  );
  return [{ typed: name, alternatives }];
}

/** Both clauses, as one disjunction. */
function both(one: Clause, other: Clause): Clause {
  return one.flatMap((left) => other.map((right) => [...left, ...right]));
}

/** All clauses, as one disjunction; undefined when one of them matches nothing, or there is none. */
function allOf(clauses: readonly Clause[]): Clause | undefined {
  const [first, ...rest] = clauses.filter(({ length }) => length > 0);
  return first && rest.reduce(both, first);
}

const hasWord = ({ alternatives }: Term, word: string) =>
  alternatives.some((words) => words.includes(word));

const isNumber = ({ typed }: Term) => !/\p{L}/u.test(typed);
