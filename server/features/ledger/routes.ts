import type { Database } from '../../database/connection.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { listLedger, readBalances } from './list-ledger.ts';

export function ledgerHandlers({
  database: { sql },
}: {
  database: Pick<Database, 'sql'>;
}): Handlers {
  return {
    async listLedger({ query }) {
      const filter = { bookingId: query.bookingId, ...partOf(query) };
      return pageOf(await listLedger(sql, filter), query.limit);
    },

    readBalances: () => readBalances(sql),
  };
}
