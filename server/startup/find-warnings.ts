import type { Config } from '../config/config.ts';
import type { Sql } from '../database/sql.ts';
import { compareClocks } from '../doctor/check-clock.ts';
import { checkSettings } from '../doctor/check-settings.ts';

/** What its operator should know at the start, and costs next to nothing to find: a part of what `npm run doctor` says. */
export async function findWarnings(config: Config, sql: Sql): Promise<string[]> {
  const before = Date.now();
  const [row] = await sql<{ at: number }[]>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at`;
  const clock = compareClocks('the database', (before + Date.now()) / 2 - (row?.at ?? before), 0);
  const settings = config.production ? checkSettings(config, process.version) : [];
  return [
    ...config.misspelled,
    ...[...settings.filter(({ level }) => level === 'fault'), clock]
      .filter(({ level }) => level !== 'ok')
      .map(({ text, remedy }) => `${text} ${remedy ?? ''}`),
  ];
}
