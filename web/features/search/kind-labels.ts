import { useQuery } from '@tanstack/react-query';
import { repliedText, type ShownText } from '#contract/shop/owned-text.ts';
import { kindQuery, kindsQuery } from '../instruments/queries.ts';
import type { SearchState } from './search-address.ts';

/** What kinds and facts are called. Until that has loaded, and of what no kind is known, they are called by their ids. */
export interface KindLabels {
  kind: (id: string) => ShownText;
  attribute: (id: string) => ShownText;
  /** An answer, as `attribute:answer`, or `otherwise` while its kind is not known. */
  fact: (fact: string, otherwise?: string) => ShownText;
}

const asWords = (id: string): ShownText => ({ text: id.replaceAll('-', ' ') });
const answerOf = (fact: string) => fact.slice(fact.indexOf(':') + 1);

export const labelsById: KindLabels = {
  kind: asWords,
  attribute: asWords,
  fact: (fact, otherwise) =>
    otherwise === undefined ? asWords(answerOf(fact)) : { text: otherwise },
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
    kind(id) {
      const kind = kinds?.find((one) => one.id === id);
      return kind ? repliedText(kind, 'name') : asWords(id);
    },
    attribute(id) {
      const attribute = attributeOf(id);
      return attribute ? repliedText(attribute, 'label') : asWords(id);
    },
    fact(fact, otherwise) {
      const attribute = attributeOf(fact.slice(0, fact.indexOf(':')));
      if (!attribute && otherwise !== undefined) return { text: otherwise };
      const answer = answerOf(fact);
      const value = attribute?.values?.find(({ id }) => id === answer);
      const said = value ? repliedText(value, 'label') : asWords(answer);
      if (attribute?.type !== 'yesno') return said;
      const label = repliedText(attribute, 'label');
      return answer === 'yes' ? label : { ...label, text: `${label.text}: ${said.text}` };
    },
  };
}

/** The labels of the kind and the facts of a search. */
export function useLabelsOf({ kind, fact }: SearchState): KindLabels {
  const hasAny = kind !== undefined || fact !== undefined;
  return useKindLabels(fact === undefined ? undefined : kind, hasAny);
}
