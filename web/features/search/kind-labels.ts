import { useQuery } from '@tanstack/react-query';
import { kindQuery, kindsQuery } from '../instruments/queries.ts';
import type { SearchState } from './search-address.ts';

/** What kinds and facts are called. Until that has loaded, and of what no kind is known, they are called by their ids. */
export interface KindLabels {
  kind: (id: string) => string;
  attribute: (id: string) => string;
  /** An answer, as `attribute:answer`, or `otherwise` while its kind is not known. */
  fact: (fact: string, otherwise?: string) => string;
}

const asWords = (id: string) => id.replaceAll('-', ' ');
const answerOf = (fact: string) => fact.slice(fact.indexOf(':') + 1);

export const labelsById: KindLabels = {
  kind: asWords,
  attribute: asWords,
  fact: (fact, otherwise) => otherwise ?? asWords(answerOf(fact)),
};

/**
 * @param kindId whose facts are shown
 * @param isWanted whether any kind or fact is shown
 */
export function useKindLabels(kindId: string | undefined, isWanted: boolean): KindLabels {
  const { data: kinds } = useQuery({ ...kindsQuery(), enabled: isWanted });
  const { data: known } = useQuery({ ...kindQuery(kindId ?? ''), enabled: kindId !== undefined });
  const attributeOf = (id: string) => known?.attributes.find((one) => one.id === id);
  return {
    kind: (id) => kinds?.find((one) => one.id === id)?.name ?? asWords(id),
    attribute: (id) => attributeOf(id)?.label ?? asWords(id),
    fact(fact, otherwise) {
      const attribute = attributeOf(fact.slice(0, fact.indexOf(':')));
      if (!attribute && otherwise !== undefined) return otherwise;
      const answer = answerOf(fact);
      if (attribute?.type === 'yesno' && answer === 'yes') return attribute.label;
      const value = attribute?.values?.find(({ id }) => id === answer)?.label ?? asWords(answer);
      return attribute?.type === 'yesno' ? `${attribute.label}: ${value}` : value;
    },
  };
}

/** The labels of the kind and the facts of a search. */
export function useLabelsOf({ kind, fact }: SearchState): KindLabels {
  const hasAny = kind !== undefined || fact !== undefined;
  return useKindLabels(fact === undefined ? undefined : kind, hasAny);
}
