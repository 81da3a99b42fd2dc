import type pg from 'pg';
import { one } from './check-database.ts';
import { advice, type Finding, fault, ok, reasonOf } from './finding.ts';

interface ClockDeps {
  client: pg.Client;
  /** An address on the internet that the shop depends on; undefined when there is none. */
  outside: string | undefined;
  now: () => number;
}

/** Holds, codes and signatures: half a minute is one code of an authenticator app. */
const maxOffsetSeconds = 30;
const noticedSeconds = 2;
const remedy = 'Switch time synchronisation on: timedatectl set-ntp true.';

/** Compares the clock of this machine with that of the database, and of a server on the internet. */
export async function checkClock({ client, outside, now }: ClockDeps): Promise<Finding[]> {
  const before = now();
  const { at } = await one<{ at: number }>(
    client,
    'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
  );
  const findings = [compareClocks('the database', (before + now()) / 2 - at, 0)];
  if (outside !== undefined) findings.push(await checkOutside(outside, now));
  return findings;
}

/** The header has whole seconds, which are up to one second behind. */
async function checkOutside(address: string, now: () => number): Promise<Finding> {
  const { host } = new URL(address);
  try {
    const before = now();
    const response = await fetch(address, { signal: AbortSignal.timeout(15_000) });
    const between = (before + now()) / 2;
    await response.body?.cancel();
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(date)) throw new Error('The answer has no date');
    return compareClocks(host, between - date - 500, 500);
  } catch (error) {
    return advice(
      `The clock could not be compared with that of ${host}: ${reasonOf(error)}`,
      'Check that this machine reaches the internet, and timedatectl says that the clock is synchronised.',
    );
  }
}

/** @param differenceMs by how much this machine is ahead */
export function compareClocks(other: string, differenceMs: number, inaccuracyMs: number): Finding {
  const seconds = Math.max(0, Math.abs(differenceMs) - inaccuracyMs) / 1_000;
  const way = differenceMs > 0 ? 'ahead of' : 'behind';
  const text = `The clock of this machine is ${seconds.toFixed(1)} s ${way} that of ${other}.`;
  if (seconds > maxOffsetSeconds) return fault(text, remedy);
  if (seconds > noticedSeconds) return advice(text, remedy);
  return ok(`The clock of this machine and that of ${other} agree.`);
}
