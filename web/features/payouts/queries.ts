import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import type { PaymentIssue, paymentIssueStates } from '#contract/payments/payment-issues.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import { afterPayout, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

/** What is on its way to a seller, ready, and paid out. */
export function earningsQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.money, 'earnings', email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readEarnings', { query: { email } }, { signal }),
  });
}

/** The account to which a seller is paid, masked. */
export function payoutAccountQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.money, 'account', email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readPayoutAccount', { query: { email } }, { signal }),
  });
}

/** A seller's payouts, newest first. */
export function ownPayoutsQuery(email: string) {
  return pagedQuery([...queryKeys.money, 'own', email], (api, page, options) =>
    api.callPage('listOwnPayouts', { query: { email, ...page } }, options),
  );
}

/** A seller's sales that were paid, newest first. */
export function ownSalesQuery(email: string) {
  return pagedQuery([...queryKeys.bookings, 'sales', email], (api, page, options) =>
    api.callPage(
      'listBookings',
      { query: { email, as: 'seller', paid: 'true', ...page } },
      options,
    ),
  );
}

/** A month's statement as CSV. */
export function readStatementMutation() {
  return mutationOptions({
    mutationFn: (query: { email: string; month: string }, { client }) =>
      apiOf(client).call('readStatement', { query }),
  });
}

/** What a year has brought as CSV. */
export function readTaxesMutation() {
  return mutationOptions({
    mutationFn: (query: { email: string; year: string }, { client }) =>
      apiOf(client).call('readTaxes', { query }),
  });
}

/** Changes the bank account to which a seller is paid. The server wants a recent proof of who asks. */
export function changePayoutAccountMutation() {
  return mutationOptions({
    mutationFn: (body: CallInput<'changePayoutAccount'>['body'], { client }) =>
      apiOf(client).call('changePayoutAccount', { body }),
    onSettled: (_reply, _failure, _account, _before, { client }) => afterPayout(client),
  });
}

/** Asks the payout provider for its page about the account. The server wants a recent proof of who asks. */
export function openPayoutAccountMutation() {
  return mutationOptions({
    mutationFn: (body: { email: string }, { client }) =>
      apiOf(client).call('openPayoutAccount', { body }),
  });
}

const commissionsKey = (id: string) => [...queryKeys.money, 'commissions', id];

/** What was agreed with a seller about the commission, newest first, for admins. */
export function sellerCommissionsQuery(id: string) {
  return pagedQuery(commissionsKey(id), (api, page, options) =>
    api.callPage('listSellerCommissions', { params: { id }, query: page }, options),
  );
}

/** Agrees on a commission with a seller. After a refusal, another admin may have agreed on something else. */
export function agreeCommissionMutation(id: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<'agreeCommission'>['body'], { client }) =>
      apiOf(client).call('agreeCommission', { params: { id }, body }),
    onSettled: async (_reply, _failure, _body, _before, { client }) => {
      await client.invalidateQueries({ queryKey: commissionsKey(id) });
      void client.invalidateQueries({ queryKey: queryKeys.money });
      void client.invalidateQueries({ queryKey: queryKeys.audit });
    },
  });
}

/** What each seller is owed, or the payouts in a state, for admins. */
export function payoutsQuery(state: Payout['state']) {
  return pagedQuery([...queryKeys.money, 'payouts', state], (api, page, options) =>
    api.callPage('listPayouts', { query: { state, ...page } }, options),
  );
}

/** Starts a payout of all that is due to a seller. */
export function startPayoutMutation() {
  return mutationOptions({
    mutationFn: (body: CallInput<'startPayout'>['body'], { client }) =>
      apiOf(client).call('startPayout', { body }),
    onSettled: (_reply, _failure, _payout, _before, { client }) => afterPayout(client),
  });
}

/** Says that a payout was paid, or that it failed. */
export function changePayoutMutation() {
  return mutationOptions({
    mutationFn: (
      { _id, ...body }: { _id: string } & CallInput<'changePayout'>['body'],
      { client },
    ) => apiOf(client).call('changePayout', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _payout, _before, { client }) => afterPayout(client),
  });
}

/** The payouts that have yet to be paid manually, as CSV for the bank. */
export function readBankFileMutation() {
  return mutationOptions({
    mutationFn: (_nothing: undefined, { client }) => apiOf(client).call('readBankFile', {}),
  });
}

/** The balance of every account of the ledger. */
export function balancesQuery() {
  return queryOptions({
    queryKey: [...queryKeys.money, 'balances'],
    queryFn: ({ client, signal }) => apiOf(client).call('readBalances', {}, { signal }),
  });
}

/** The differences between the ledger and the books of a provider. */
export function differencesQuery() {
  return pagedQuery([...queryKeys.money, 'differences'], (api, page, options) =>
    api.callPage('listDifferences', { query: page }, options),
  );
}

export type PaymentIssueState = (typeof paymentIssueStates)[number];

/** What admins have to put right about payments, or what was marked as done. */
export function paymentIssuesQuery(state: PaymentIssueState) {
  return pagedQuery([...queryKeys.money, 'issues', state], (api, page, options) =>
    api.callPage('listPaymentIssues', { query: { state, ...page } }, options),
  );
}

/** Marks one thing about a payment as done; the reason is the note. */
export function finishPaymentIssueMutation(kind: PaymentIssue['kind']) {
  return mutationOptions({
    mutationFn: ({ _id, reason }: { _id: string; reason: string }, { client }) =>
      apiOf(client).call('finishPaymentIssue', {
        params: { id: _id },
        body: { note: reason, kind },
      }),
    onSettled: (_reply, _failure, _issue, _before, { client }) => afterPayout(client),
  });
}
