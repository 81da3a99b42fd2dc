import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { SavedSearch } from '#contract/search/saved-searches.ts';
import { queryKeys } from '../../../api/invalidation.ts';
import { apiOf } from '../../../api/query-client.ts';
import { readSearchAddress, type SearchState, searchAddress, without } from '../search-address.ts';

const listKey = queryKeys.savedSearches;

/** The signed-in user's saved searches, newest first. */
export function savedSearchesQuery(email: string) {
  return queryOptions({
    queryKey: [...listKey, email],
    queryFn: ({ client, signal }) => apiOf(client).call('listSavedSearches', {}, { signal }),
  });
}

/**
 * A saved search as the search page has it in its address. A zone that the shop has removed stays in it: without that filter it
 * would be another search.
 */
export function stateOf({ query }: Pick<SavedSearch, 'query'>): SearchState {
  const texts = Object.entries(query).map(([field, value]) => [field, String(value)] as const);
  const { state } = readSearchAddress(new URLSearchParams(Object.fromEntries(texts)));
  return query.sendTo === undefined ? state : { ...state, sendTo: query.sendTo };
}

/** Whether a saved search is the one that a page shows, whichever page of its results. */
export function isSameSearch(saved: Pick<SavedSearch, 'query'>, state: SearchState): boolean {
  return searchAddress(stateOf(saved)) === searchAddress(without(state));
}

interface NewSearch {
  name: string;
  state: SearchState;
  alert: boolean;
}

export function saveSearchMutation() {
  return mutationOptions({
    mutationFn: ({ name, state, alert }: NewSearch, { client }) =>
      apiOf(client).call('saveSearch', { body: { name, query: without(state), alert } }),
    onSettled: (_reply, _failure, _search, _before, { client }) =>
      client.invalidateQueries({ queryKey: listKey }),
  });
}

type Changes = Pick<SavedSearch, '_id'> & { name?: string; alert?: boolean; seen?: true };

export function changeSavedSearchMutation() {
  return mutationOptions({
    mutationFn: ({ _id: id, ...body }: Changes, { client }) =>
      apiOf(client).call('changeSavedSearch', { params: { id }, body }),
    onSettled: (_reply, _failure, _search, _before, { client }) =>
      client.invalidateQueries({ queryKey: listKey }),
  });
}

export function removeSavedSearchMutation() {
  return mutationOptions({
    mutationFn: ({ _id: id }: Pick<SavedSearch, '_id'>, { client }) =>
      apiOf(client).call('removeSavedSearch', { params: { id } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      client.setQueriesData<SavedSearch[]>({ queryKey: listKey }, (searches) =>
        searches?.filter((search) => search._id !== _id),
      ),
    onSettled: (_reply, _failure, _search, _before, { client }) =>
      client.invalidateQueries({ queryKey: listKey }),
  });
}
