import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { onlySelfOrAdmin, requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import { findPayee } from '../payouts/find-payee.ts';
import { changeBillingDetails, readBillingDetails } from './billing-details.ts';
import { listInvoices } from './list-invoices.ts';
import { readInvoice } from './read-invoice.ts';

export function invoiceHandlers({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers {
  const { sql } = database;
  return {
    listInvoices: async ({ query: { month, ...query } }) =>
      pageOf(await listInvoices(sql, { month, ...partOf(query) }), query.limit),

    async listOwnInvoices({ query: { email, month, ...query }, caller }) {
      requireSelfOrAdmin(caller, { email });
      const { id: sellerId } = await findPayee(sql, email);
      return pageOf(await listInvoices(sql, { sellerId, month, ...partOf(query) }), query.limit);
    },

    readInvoice: ({ params, caller }) => readInvoice(sql, params.id, caller),

    async readBillingDetails({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      return readBillingDetails(sql, (await findPayee(sql, query.email)).id);
    },

    async changeBillingDetails({ body: { email, ...details }, caller }) {
      if (caller.email.toLowerCase() !== email.toLowerCase()) throw onlySelfOrAdmin();
      const at = clock.now();
      await transaction(database, (tx) => changeBillingDetails(tx, caller.id, details, at));
      return readBillingDetails(sql, caller.id);
    },
  };
}
