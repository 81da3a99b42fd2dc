import { StartupError } from '../core/startup-error.ts';
import { type Check, type Finding, fault, reasonOf } from './finding.ts';

const signs: Record<Finding['level'], string> = {
  ok: 'ok     ',
  advice: 'look at',
  fault: 'FAULT  ',
};

/**
 * Runs all checks, one after the other, and prints what each found as soon as it is known.
 * @returns how many findings there are of each level
 */
export async function runChecks(
  checks: readonly Check[],
  print: (line: string) => void,
): Promise<Record<Finding['level'], number>> {
  const counts = { ok: 0, advice: 0, fault: 0 };
  for (const { about, run } of checks) {
    const findings = await run().catch((error: unknown) => [faultOf(error)]);
    if (findings.length > 0) print(`\n${about}`);
    for (const { level, text, remedy } of findings) {
      counts[level] += 1;
      print(`  ${signs[level]}  ${text}`);
      if (remedy !== undefined) print(`           ${remedy}`);
    }
  }
  return counts;
}

function faultOf(error: unknown): Finding {
  if (error instanceof StartupError) return fault(error.message, error.remedy);
  return fault(`This could not be checked: ${reasonOf(error)}`, 'Correct what is said here first.');
}
