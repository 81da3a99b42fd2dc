import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

/** A seller's invoices and credit notes, newest first. */
export function ownInvoicesQuery(email: string) {
  return pagedQuery([...queryKeys.money, 'invoices', 'own', email], (api, page, options) =>
    api.callPage('listOwnInvoices', { query: { email, ...page } }, options),
  );
}

/** Those of all sellers, for admins, of one month or all. */
export function invoicesQuery(month: string | undefined) {
  return pagedQuery([...queryKeys.money, 'invoices', month ?? 'all'], (api, page, options) =>
    api.callPage('listInvoices', { query: { month, ...page } }, options),
  );
}

/** An invoice or a credit note with its lines. */
export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.money, 'invoice', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readInvoice', { params: { id } }, { signal }),
  });
}

/** The invoices of a month, or all, as CSV. */
export function readInvoicesFileMutation() {
  return mutationOptions({
    mutationFn: (month: string | undefined, { client }) =>
      apiOf(client).call('readInvoicesFile', { query: { month } }),
  });
}

/** To whom a seller's invoices are issued. */
export function billingDetailsQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.money, 'billing-details', email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readBillingDetails', { query: { email } }, { signal }),
  });
}

/** Says to whom they are issued from now on. */
export function changeBillingDetailsMutation() {
  return mutationOptions({
    mutationFn: (body: CallInput<'changeBillingDetails'>['body'], { client }) =>
      apiOf(client).call('changeBillingDetails', { body }),
    onSuccess: (details, { email }, _before, { client }) =>
      client.setQueryData(billingDetailsQuery(email).queryKey, details),
  });
}
