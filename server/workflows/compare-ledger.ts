import { readBalance, readWindow } from '../features/ledger/read-balance.ts';
import { compareCharges } from './compare-charges.ts';
import { compareFees, compareUnknown, endGoneDifferences } from './compare-other-movements.ts';
import { comparePayouts } from './compare-payouts.ts';
import type { Comparison, ComparisonDeps, ComparisonResult } from './comparison.ts';

/**
 * Reads what the provider lists as having moved the shop's money, and compares it with the ledger: by charge, by payout, and
 * what belongs to neither. A refund that was made elsewhere is entered in the ledger. Differences are stored, and end when
 * they are gone. What has been read is compared even if the rest could not be.
 * @returns how many differences somebody has to look at
 * @throws AggregateError when a provider could not be asked; what could be was compared
 */
export async function compareLedger(deps: ComparisonDeps): Promise<number> {
  const at = deps.clock.now();
  const failures: unknown[] = [];
  let unexplained = 0;
  const provider = deps.balance.name;
  await readBalance(deps).catch((error: unknown) => failures.push(error));
  const window = await readWindow(deps.database.sql, provider, at);
  for (const result of window ? await compare({ deps, provider, at, ...window }) : []) {
    unexplained += result.unexplained;
    failures.push(...result.failures);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some money could not be compared');
  return unexplained;
}

async function compare(comparison: Comparison): Promise<readonly ComparisonResult[]> {
  const results = [
    await compareCharges(comparison),
    await comparePayouts(comparison),
    await compareUnknown(comparison),
    await compareFees(comparison),
  ];
  await endGoneDifferences(comparison);
  return results;
}

/** Goes on with a comparison whose reading was interrupted, or ended at its limit. Does nothing else. */
export async function resumeComparison(deps: ComparisonDeps): Promise<number> {
  const [unfinished] = await deps.database.sql`
    select from balance_readings where range_from is not null`;
  return unfinished ? compareLedger(deps) : 0;
}
