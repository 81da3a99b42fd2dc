import { isFailureOfAnEarlierStatement } from './sql-state.ts';

/**
 * Waits for statements of one transaction that were sent together. When one fails, those behind it are refused for that
 * alone, and whose answer is read first is chance; so what is thrown is the failure that began it. `transaction` decides
 * by it whether to do the work again, and the door whether the database was away.
 */
export async function pipeline<Sent extends readonly unknown[] | []>(
  sent: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const outcomes = await Promise.allSettled(sent);
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) {
    throw failures.find((failure) => !isFailureOfAnEarlierStatement(failure)) ?? failures[0];
  }
  const answers = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  // Each stands at the place of its statement, which the compiler does not see through `map`.
  return answers as { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> };
}
