import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { cancelSale } from '../../workflows/cancel-sale.ts';
import type { SaleCodes } from '../bookings/sale-codes.ts';
import { markSent } from './mark-sent.ts';
import { confirmReceipt, handOver } from './receive.ts';

interface FulfilmentDeps {
  database: Database;
  clock: Clock;
  saleCodes: SaleCodes;
}

export function fulfilmentHandlers({ database, clock, saleCodes }: FulfilmentDeps): Handlers {
  const change = async (work: (tx: Tx, at: Date) => Promise<0 | 1 | Problem>) => {
    const result = await transaction(database, (tx) => work(tx, clock.now()));
    // Thrown after the commit, which stores the wrong code.
    if (result instanceof Problem) throw result;
    return { acknowledged: true, modifiedCount: result } as const;
  };
  return {
    async handOver({ params, body, caller }) {
      const isRightCode = saleCodes.isCode(body.code, 'handover', params.id);
      return change((tx, at) => handOver(tx, caller, { bookingId: params.id, isRightCode }, at));
    },

    markSent: ({ params, body, caller }) =>
      change((tx, at) => markSent(tx, caller, { bookingId: params.id, ...body }, at)),

    confirmReceipt: ({ params, caller }) =>
      change((tx, at) => confirmReceipt(tx, caller, params.id, at)),

    cancelSale: ({ params, body, caller }) =>
      change((tx, at) => cancelSale(tx, caller, { bookingId: params.id, ...body }, at)),
  };
}
