import type { LaunchStep } from '#contract/overview/launch.ts';
import { launchStepIds } from '#contract/overview/launch-steps.ts';
import type { Config } from '../config/config.ts';
import type { LoadedShop } from '../core/loaded-shop.ts';
import { rawSql, type Sql } from '../database/sql.ts';
import { checkLaunch } from '../doctor/check-launch.ts';

interface StepsDeps {
  config: Config;
  shop: LoadedShop;
  sql: Sql;
  at: Date;
}

/** What is missing between a clone and the first sale. A demo is not launched. */
export async function findLaunchSteps({ config, shop, sql, at }: StepsDeps): Promise<LaunchStep[]> {
  if (config.demo) return [];
  const client = {
    query: async <Row extends object>(text: string) => ({
      rows: await sql<Row[]>`${rawSql(text)}`,
    }),
  };
  const missing = await checkLaunch({ config, shop, client, at });
  return launchStepIds.map((id) => ({ id, isDone: missing[id].length === 0 }));
}
