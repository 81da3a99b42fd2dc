import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { registrationRoles } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import type { ApiClient, Page } from '../../api/client.ts';
import { apiOf } from '../../api/query-client.ts';
import type { Audience } from '../../routing/page-definition.ts';

/** The roles that people register with, and by which an admin lists them. */
export type ListedRole = (typeof registrationRoles)[number];

/** So many rows at once: enough to look through, few enough to come at once. */
const rowsAtOnce = 50;

/** The keys under which this room's reads are kept. */
const userKeys = {
  own: ['users', 'own'],
  lists: ['users', 'list'],
  audience: ['users', 'audience'],
  summary: ['users', 'summary'],
  audit: ['users', 'audit'],
} as const;

/** The record of the person who is signed in. */
export function ownRecordQuery(email: string) {
  return queryOptions({
    queryKey: [...userKeys.own, email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readUser', { params: { email } }, { signal }),
  });
}

/** Whether the person belongs to those a page is for. The server says so, by the questions that the specification has. */
export function audienceQuery(audience: Audience, email: string) {
  return queryOptions({
    queryKey: [...userKeys.audience, audience, email],
    queryFn: ({ client, signal }) => asks[audience](apiOf(client), email, signal),
  });
}

type Ask = (api: ApiClient, email: string, signal: AbortSignal) => Promise<boolean>;

const isAdmin: Ask = async (api, email, signal) =>
  (await api.call('readIsAdmin', { params: { email } }, { signal })).isAdmin;

const isSeller: Ask = async (api, email, signal) =>
  (await api.call('readIsSeller', { params: { email } }, { signal })).isSeller;

const asks: Record<Audience, Ask> = {
  admins: isAdmin,
  sellers: async (...question) => (await isSeller(...question)) || isAdmin(...question),
};

/** Buyers or sellers, newest first, part by part; with words, those in whose name or address they occur. */
export function usersQuery(role: ListedRole, search = '') {
  return infiniteQueryOptions({
    queryKey: [...userKeys.lists, role, search],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).callPage(
        'listUsers',
        {
          query: {
            role,
            limit: rowsAtOnce,
            ...(search !== '' && { search }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // While one types, the rows stay until the next ones are there.
    placeholderData: keepPreviousData,
  });
}

/** Reads what only this audience may read, for one of them; for anybody else nothing: the frame sends them away. */
export async function readFor(
  audience: Audience,
  client: QueryClient,
  email: string | null,
  read: (email: string) => Promise<unknown>,
): Promise<void> {
  if (email !== null && (await client.ensureQueryData(audienceQuery(audience, email))))
    await read(email);
}

/** The numbers of the person who is signed in. */
export function summaryQuery() {
  return queryOptions({
    queryKey: userKeys.summary,
    queryFn: ({ client, signal }) => apiOf(client).call('readSummary', {}, { signal }),
  });
}

/** What admins did, newest first, part by part. */
export function auditQuery() {
  return infiniteQueryOptions({
    queryKey: userKeys.audit,
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).callPage(
        'listAudit',
        { query: { limit: rowsAtOnce, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Verifies a seller. The badge stands on each of their products, so those are read anew too. */
export function verifySellerMutation() {
  return mutationOptions({
    mutationFn: ({ _id, email }: Pick<User, '_id' | 'email'>, { client }) =>
      apiOf(client).call('verifySeller', { params: { id: _id }, body: { email } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      changeListed(client, (users) =>
        users.map((user) => (user._id === _id ? { ...user, status: 'verified' } : user)),
      ),
    onSettled: (_reply, _failure, _user, _before, { client }) =>
      makeStale(client, userKeys.lists, userKeys.summary, userKeys.audit, ['products']),
  });
}

/** Removes a user, the caller or for an admin somebody else. What they had on sale goes with them. */
export function removeUserMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<User, '_id'>, { client }) =>
      apiOf(client).call('removeUser', { params: { id: _id } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      changeListed(client, (users) => users.filter((user) => user._id !== _id)),
    onSettled: (_reply, _failure, _user, _before, { client }) =>
      makeStale(client, userKeys.lists, userKeys.summary, userKeys.audit, ['products']),
  });
}

/** Changes the name or the picture of a user, which their products show too. */
export function changeUserMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...change }: { _id: string; name?: string; image?: string }, { client }) =>
      apiOf(client).call('changeUser', { params: { id: _id }, body: change }),
    onSuccess: (user, _change, _before, { client }) => {
      client.setQueriesData<User>({ queryKey: userKeys.own }, (own) =>
        own?._id === user._id ? user : own,
      );
      makeStale(client, userKeys.lists, userKeys.audit, ['products']);
    },
  });
}

/** Fetches everything that the shop keeps about the caller. */
export function exportUserMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<User, '_id'>, { client }) =>
      apiOf(client).call('exportUser', { params: { id: _id } }),
  });
}

/** Does to every list of people that is kept what the server has just done. */
function changeListed(client: QueryClient, change: (users: User[]) => User[]): void {
  client.setQueriesData<InfiniteData<Page<User[]>>>(
    { queryKey: userKeys.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
      },
  );
}

/** What is on the page is read anew behind what is shown; the rest when it is wanted. */
function makeStale(client: QueryClient, ...keys: readonly QueryKey[]): void {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}
