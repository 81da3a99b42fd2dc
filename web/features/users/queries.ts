import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import type { registrationRoles } from '#contract/constants.ts';
import type { ListedSession } from '#contract/identity/identity.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { afterUserChange, afterVerificationChange, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery, updateCachedItems } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';
import type { IdentityPort } from '../../identity/port.ts';
import { launchQuery } from '../overview/queries.ts';
import { audienceKey, ownKey, ownRecordQuery } from '../session/own-record.ts';
import { tasksQuery } from '../tasks/queries.ts';

/** The roles that people register with, and by which an admin lists them. */
export type ListedRole = (typeof registrationRoles)[number];

/** Buyers or sellers, newest first, paged. `search` selects by name and email. */
export function usersQuery(role: ListedRole, search = '') {
  return {
    ...pagedQuery([...queryKeys.userLists, role, search], (api, page, options) =>
      api.callPage(
        'listUsers',
        { query: { role, ...(search !== '' && { search }), ...page } },
        options,
      ),
    ),
    // While the admin types, the present rows are shown until the new ones have loaded.
    placeholderData: keepPreviousData,
  };
}

/** Reads what the home of the dashboard shows; for admins of the shop also the steps before the first sale. */
export async function readDashboard(queryClient: QueryClient, email: string): Promise<void> {
  const [user] = await Promise.all([
    queryClient.ensureQueryData(ownRecordQuery(email)),
    queryClient.ensureQueryData(summaryQuery()),
    queryClient.ensureQueryData(tasksQuery()),
  ]);
  if (mayActIn('shop', user)) await queryClient.prefetchQuery(launchQuery());
}

/** The figures on the signed-in user's dashboard. */
export function summaryQuery() {
  return queryOptions({
    queryKey: queryKeys.summary,
    queryFn: ({ client, signal }) => apiOf(client).call('readSummary', {}, { signal }),
  });
}

/** The audit log, newest first, paged. */
export function auditQuery() {
  return pagedQuery(queryKeys.audit, (api, page, options) =>
    api.callPage('listAudit', { query: page }, options),
  );
}

/** The admins, newest first, paged. */
export function staffQuery() {
  return pagedQuery([...queryKeys.userLists, 'staff'], (api, page, options) =>
    api.callPage('listStaff', { query: page }, options),
  );
}

/** Sets what an admin may do. The server wants a recent proof of identity. */
export function changeAreasMutation() {
  return mutationOptions({
    mutationFn: (
      { _id, ...body }: { _id: string } & CallInput<'changeAreas'>['body'],
      { client },
    ) => apiOf(client).call('changeAreas', { params: { id: _id }, body }),
    onSettled: async (_reply, _failure, _areas, _before, { client }) => {
      await client.invalidateQueries({ queryKey: queryKeys.userLists });
      void client.invalidateQueries({ queryKey: queryKeys.audit });
    },
  });
}

/** `verificationSentAt` is of what the admin has before them: the server refuses when the seller has sent something since. */
type Seller = Pick<User, '_id' | 'email' | 'verificationSentAt'>;

/** Verifies a seller. The badge is shown on all their products, so those are read again too. */
export function verifySellerMutation() {
  return mutationOptions({
    mutationFn: ({ _id, email, verificationSentAt }: Seller, { client }) =>
      apiOf(client).call('verifySeller', {
        params: { id: _id },
        body: { email, seen: verificationSentAt },
      }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      updateCachedItems<User>(client, queryKeys.userLists, (users) =>
        users.map((user) => (user._id === _id ? { ...user, status: 'verified' } : user)),
      ),
    onSettled: (_reply, _failure, _user, _before, { client }) => afterUserChange(client),
  });
}

/** What a seller has sent to be verified, and for admins what the shop knows of them. Its pictures have addresses that end. */
export function verificationQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.verification, id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readVerification', { params: { id } }, { signal }),
    staleTime: 0,
  });
}

/** Sends the admins what a seller shows to be verified. */
export function requestVerificationMutation(_id: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<'requestVerification'>['body'], { client }) =>
      apiOf(client).call('requestVerification', { params: { id: _id }, body }),
    onSuccess: (_reply, _body, _before, { client }) => afterOwnVerificationChange(client),
  });
}

/** Deletes what was sent. */
export function withdrawVerificationMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<User, '_id'>, { client }) =>
      apiOf(client).call('withdrawVerification', { params: { id: _id } }),
    onSuccess: (_reply, _user, _before, { client }) => afterOwnVerificationChange(client),
  });
}

function afterOwnVerificationChange(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ownKey });
  afterVerificationChange(client);
}

/** What removing a user would end, and what would stay open. Read again each time the dialog opens. */
export function removalEffectsQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'removal', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readRemovalEffects', { params: { id } }, { signal }),
    gcTime: 0,
  });
}

/** Removes a user who has no open sales: the caller, or for an admin any user. The user's unsold products are withdrawn too. */
export function removeUserMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<User, '_id'>, { client }) =>
      apiOf(client).call('removeUser', { params: { id: _id } }),
    onSuccess: (_reply, { _id }, _before, { client }) => dropFromLists(client, _id),
    onSettled: (_reply, _failure, _user, _before, { client }) => afterUserChange(client),
  });
}

/** Removes a user with open sales, for an admin. The server wants a reason, and a recent proof of identity. */
export function removeUserForReasonMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: { _id: string; reason: string }, { client }) =>
      apiOf(client).call('removeUserForReason', { params: { id: _id }, body: { reason } }),
    onSuccess: (_reply, { _id }, _before, { client }) => dropFromLists(client, _id),
    onSettled: (_reply, _failure, _user, _before, { client }) => afterUserChange(client),
  });
}

function dropFromLists(client: QueryClient, id: string): void {
  updateCachedItems<User>(client, queryKeys.userLists, (users) =>
    users.filter(({ _id }) => _id !== id),
  );
}

/** Makes the caller, a buyer, a seller. The menu and the guards of pages follow immediately. */
export function becomeSellerMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<User, '_id'>, { client }) =>
      apiOf(client).call('becomeSeller', { params: { id: _id }, body: { role: 'seller' } }),
    onSuccess: (_reply, { _id }, _before, { client }) => {
      client.removeQueries({ queryKey: audienceKey });
      client.setQueriesData<User>({ queryKey: ownKey }, (own) =>
        own?._id === _id ? { ...own, role: 'seller' } : own,
      );
    },
    onSettled: (_reply, _failure, _user, _before, { client }) => afterUserChange(client),
  });
}

/** Says whether a seller is a trader, which their products show too. */
export function stateTraderMutation() {
  return mutationOptions({
    mutationFn: (
      { _id, ...body }: { _id: string } & CallInput<'stateTrader'>['body'],
      { client },
    ) => apiOf(client).call('stateTrader', { params: { id: _id }, body }),
    onSettled: async (_reply, _failure, _statement, _before, { client }) => {
      await client.invalidateQueries({ queryKey: ownKey });
      afterUserChange(client);
    },
  });
}

/** Changes the name or the picture of a user, which their products show too, or the language of their mails. */
export function changeUserMutation() {
  return mutationOptions({
    mutationFn: (
      { _id, ...change }: { _id: string } & CallInput<'changeUser'>['body'],
      { client },
    ) => apiOf(client).call('changeUser', { params: { id: _id }, body: change }),
    onSuccess: (user, _change, _before, { client }) => {
      client.setQueriesData<User>({ queryKey: ownKey }, (own) =>
        own?._id === user._id ? user : own,
      );
      afterUserChange(client);
    },
  });
}

/** Fetches everything that the shop stores about a person. The server wants a recent proof of who asks. */
export function exportUserMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<User, '_id'>, { client }) =>
      apiOf(client).call('exportUser', { params: { id: _id } }),
    onSuccess: (_reply, _user, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.audit }),
  });
}

type Provider = IdentityPort['provider'];

const key = ['users', 'sessions'] as const;

/** The person's sessions, this one first; null where the identity provider does not list them. */
export function sessionsQuery(provider: Provider) {
  return queryOptions({
    queryKey: key,
    queryFn: async (): Promise<readonly ListedSession[] | null> => (await provider()).sessions(),
    // Signing in elsewhere changes it without this page noticing.
    staleTime: 0,
  });
}

/** Ends one other session. */
export function endSessionMutation(provider: Provider) {
  return mutationOptions({
    mutationFn: async ({ id }: ListedSession) => (await provider()).endSession(id),
    onSuccess: (_reply, ended, _before, { client }) => {
      client.setQueryData(sessionsQuery(provider).queryKey, (list) =>
        list?.filter(({ id }) => id !== ended.id),
      );
    },
    onSettled: (_reply, _failure, _session, _before, { client }) => readSessionsAgain(client),
  });
}

/** Ends all sessions but this one; where the provider does not list them, this one too. */
export function endOtherSessionsMutation(provider: Provider) {
  return mutationOptions({
    mutationFn: async () => (await provider()).endOtherSessions(),
    onSettled: (_reply, _failure, _nothing, _before, { client }) => readSessionsAgain(client),
  });
}

/** Shows other actions that end sessions, such as a new password. */
export function readSessionsAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: key });
}
