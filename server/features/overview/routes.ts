import type { LaunchStep } from '#contract/overview/launch.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { readOverview } from './read-overview.ts';

interface OverviewDeps {
  database: Pick<Database, 'sql'>;
  clock: Clock;
  findLaunchSteps: () => Promise<LaunchStep[]>;
}

export function overviewHandlers({
  database: { sql },
  clock,
  findLaunchSteps,
}: OverviewDeps): Handlers {
  return {
    readOverview: ({ query }) => readOverview(sql, query, clock.now()),
    readLaunch: findLaunchSteps,
  };
}
