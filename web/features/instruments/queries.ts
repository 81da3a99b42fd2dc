import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { type Category, limits } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import { apiOf } from '../../api/query-client.ts';

export type KindDetails = CallReply<'readKind'>;
export type KindSummary = CallReply<'suggestKinds'>['kinds'][number];
export type KindInList = CallReply<'listKinds'>[number];
/** What a page needs of a kind to say what a listing says. */
export type ShownKind = Pick<KindDetails, 'id' | 'name' | 'attributes' | 'checks' | 'languages'>;

/** The data changes only with a new version of the shop. */
const asLongAsOpen = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** All kinds, by their ids. */
export function kindsQuery(tag = language()) {
  return queryOptions({
    queryKey: ['kinds', tag],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listKinds', { query: { language: tag } }, { signal }),
    ...asLongAsOpen,
  });
}

/** What buyers ask about a kind, in the language of the page. */
export function kindQuery(id: string) {
  const tag = language();
  return queryOptions({
    queryKey: ['kinds', tag, id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readKind', { params: { id }, query: { language: tag } }, { signal }),
    ...asLongAsOpen,
  });
}

/** The same for a page of a product, which is rendered with it: without what only its seller is asked. */
export function shownKindQuery(id: string, tag = language()) {
  return queryOptions({
    queryKey: ['kinds', tag, id, 'shown'],
    queryFn: async ({ client, signal }): Promise<ShownKind> => {
      const query = { language: tag };
      const kind = await apiOf(client).call('readKind', { params: { id }, query }, { signal });
      const attributes = kind.attributes
        .filter(({ field }) => field === undefined)
        .map(({ ask: _, ...attribute }) => attribute);
      const { name, checks, languages } = kind;
      return { id, name, attributes, checks, ...(languages && { languages }) };
    },
    ...asLongAsOpen,
  });
}

/** Kinds for what was typed, or for the name of a listing. */
export function kindSuggestionsQuery(typed: string, category?: Category) {
  const tag = language();
  const q = typed.trim().slice(0, limits.nameLength);
  return {
    ...queryOptions({
      queryKey: ['kinds', tag, 'for', q, category],
      queryFn: ({ client, signal }) =>
        apiOf(client).call(
          'suggestKinds',
          { query: { q, language: tag, ...(category && { category }) } },
          { signal },
        ),
      enabled: q !== '',
    }),
    placeholderData: keepPreviousData,
  };
}

/** Makers whose name begins with what was typed, those of the kind first. */
export function brandSuggestionsQuery(typed: string, kind: string | undefined) {
  const q = typed.trim().slice(0, limits.brandLength);
  return queryOptions({
    queryKey: ['brands', q, kind],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('suggestBrands', { query: { q, ...(kind && { kind }) } }, { signal }),
    enabled: q !== '',
  });
}
