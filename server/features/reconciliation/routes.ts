import type { Database } from '../../database/connection.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { listDifferences } from './list-differences.ts';

export function reconciliationHandlers({
  database: { sql },
}: {
  database: Pick<Database, 'sql'>;
}): Handlers {
  return {
    listDifferences: async ({ query }) =>
      pageOf(await listDifferences(sql, partOf(query)), query.limit),
  };
}
