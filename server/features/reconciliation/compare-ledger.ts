import { compareCharges } from './compare-charges.ts';
import {
  compareFees,
  comparePending,
  compareUnknown,
  endGoneDifferences,
} from './compare-other-movements.ts';
import { comparePayouts } from './compare-payouts.ts';
import type { Comparison, ComparisonDeps, ComparisonResult } from './comparison.ts';
import { markCompared, readBalance, readWindow } from './read-balance.ts';

/**
 * Reads what the provider lists as having moved the shop's money, and compares it with the ledger: by charge, by
 * payout, and what belongs to neither. A refund that was made elsewhere is entered in the ledger. Differences are
 * stored, and end when they are gone. What has been read is compared even if the rest could not be, and a part that
 * fails stops no other part: the next run compares again what moved since the last one that was completed.
 * @returns the number of differences that need attention
 * @throws AggregateError when something could not be read or compared; the rest was compared
 */
export async function compareLedger(deps: ComparisonDeps): Promise<number> {
  const at = deps.clock.now();
  const failures: unknown[] = [];
  let unexplained = 0;
  const provider = deps.balance.name;
  await readBalance(deps).catch((error: unknown) => failures.push(error));
  const window = await readWindow(deps.database.sql, provider, at);
  if (window) {
    const compared = await compare({ deps, provider, at, ...window });
    unexplained = compared.unexplained;
    failures.push(...compared.failures);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some money could not be compared');
  return unexplained;
}

async function compare(comparison: Comparison): Promise<ComparisonResult> {
  const { deps, provider, until } = comparison;
  const charges = await attempt(compareCharges, comparison);
  const payouts = await attempt(comparePayouts, comparison);
  const others = [
    await attempt(compareUnknown, comparison),
    await attempt(compareFees, comparison),
    await attempt(comparePending, comparison),
  ];
  const results = [charges, payouts, ...others];
  // A difference that this run could not look for is not gone.
  if (others.every(isComplete)) results.push(await attempt(endGoneDifferences, comparison));
  const { sql } = deps.database;
  if (results.every(isComplete)) await markCompared(sql, provider, until);
  return {
    unexplained: results.reduce((sum, { unexplained }) => sum + unexplained, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}

const isComplete = ({ failures }: ComparisonResult) => failures.length === 0;

async function attempt(
  part: (comparison: Comparison) => Promise<ComparisonResult>,
  comparison: Comparison,
): Promise<ComparisonResult> {
  return part(comparison).catch((error: unknown) => ({ unexplained: 0, failures: [error] }));
}

/** Goes on with a comparison whose reading was interrupted, or ended at its limit. Does nothing else. */
export async function resumeComparison(deps: ComparisonDeps): Promise<number> {
  const [unfinished] = await deps.database.sql`
    select from balance_readings where range_from is not null`;
  return unfinished ? compareLedger(deps) : 0;
}
