import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';

const batchSize = 100;
const concurrency = 4;

export interface DueSales {
  database: Pick<Database, 'transaction'>;
  /** Finds bookings whose time has come, the longest due first. */
  findDue(limit: number): Promise<readonly { id: string }[]>;
  /** Changes one of them. It locks the sale and checks again, because another server may have been faster. */
  process(tx: Tx, bookingId: string): Promise<boolean>;
}

/**
 * Lets the clock change sales, each in a transaction of its own, until none is due. Any number of servers may do this
 * concurrently.
 * @returns how many sales changed
 * @throws AggregateError when some failed; the others changed
 */
export async function processDueSales({ database, findDue, process }: DueSales): Promise<number> {
  for (let total = 0; ; ) {
    const due = await findDue(batchSize);
    const { done, failures } = await mapWithConcurrency(due, concurrency, ({ id }) =>
      transaction(database, (tx) => process(tx, id)),
    );
    total += done;
    if (failures.length > 0) throw new AggregateError(failures, 'Some sales stay due');
    // Nothing done: what is left is being changed by another server.
    if (due.length < batchSize || done === 0) return total;
  }
}
