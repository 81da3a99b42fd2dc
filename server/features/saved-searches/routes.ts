import type { BaseLogger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { createMatchDeps } from '../search/matching/match-deps.ts';
import { createSavedSearchCounts, listSavedSearches } from './list-saved-searches.ts';
import { changeSavedSearch, removeSavedSearch, saveSearch } from './save-search.ts';

interface Deps {
  database: Database;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
}

export function savedSearchHandlers({ database, clock, log }: Deps): Handlers {
  const matching = createMatchDeps({ sql: database.sql, clock });
  const counts = createSavedSearchCounts();
  return {
    listSavedSearches: ({ caller }) => listSavedSearches({ ...matching, log, counts }, caller.id),

    async saveSearch({ body, caller }) {
      const insertedId = await transaction(database, (tx) =>
        saveSearch(tx, caller.id, body, clock.now()),
      );
      return { acknowledged: true, insertedId };
    },

    async changeSavedSearch({ params, body, caller }) {
      const changes = { ...params, ...body };
      const hasChanged = await transaction(database, (tx) =>
        changeSavedSearch(tx, caller.id, changes, clock.now()),
      );
      return { acknowledged: true, modifiedCount: hasChanged ? 1 : 0 };
    },

    async removeSavedSearch({ params, caller }) {
      await transaction(database, (tx) => removeSavedSearch(tx, caller.id, params.id));
      return { acknowledged: true, deletedCount: 1 };
    },
  };
}
