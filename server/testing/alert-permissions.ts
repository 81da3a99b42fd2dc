import type { CallName } from '#contract/calls.ts';
import { newId } from '../core/ids.ts';
import { transaction } from '../database/transaction.ts';
import { saveSearch } from '../features/saved-searches/save-search.ts';
import { anyUser, everybody, get, type PermissionRow, users, type World } from './permissions.ts';

/** The rights to saved searches and the mails about news: no one has any to those of others. */
export const alertPermissions = {
  listSavedSearches: [{ request: get(() => '/saved-searches'), expected: anyUser }],
  saveSearch: [
    {
      // Each sender saves another one, so that none has it already.
      request: () => ({
        method: 'POST',
        url: '/api/saved-searches',
        payload: { name: 'Trumpets', query: { q: newId(new Date()) } },
      }),
      expected: users({ buyer: 201, seller: 201, own: 201, admin: 201 }),
    },
  ],
  changeSavedSearch: [
    {
      request: async (world) => ({
        method: 'PATCH',
        url: `/api/saved-searches/${await searchOf(world)}`,
        payload: { name: 'Horns' },
      }),
      expected: users({ buyer: 404, seller: 404, own: 200, admin: 404 }),
    },
  ],
  removeSavedSearch: [
    {
      request: async (world) => ({
        method: 'DELETE',
        url: `/api/saved-searches/${await searchOf(world)}`,
      }),
      expected: users({ buyer: 404, seller: 404, own: 200, admin: 404 }),
    },
  ],
  readAlertSettings: [{ request: get(() => '/alert-settings'), expected: anyUser }],
  changeAlertSettings: [
    {
      request: () => ({
        method: 'PATCH',
        url: '/api/alert-settings',
        payload: { searches: true },
      }),
      expected: anyUser,
    },
  ],
  readAlertLink: [
    {
      // The token is what counts, and this one is not of the shop.
      request: get(() => '/alert-link?token=made-up'),
      expected: everybody(404),
    },
  ],
} satisfies Partial<Record<CallName, PermissionRow[]>>;

/** A saved search of `own`. */
function searchOf({ people, own }: World): Promise<string> {
  const search = { name: 'Trumpets', query: { q: 'trumpet' }, alert: true };
  return transaction(people.deps.database, (tx) => saveSearch(tx, own.id, search, new Date()));
}
