import { isFailureOfAnEarlierStatement } from './sql-state.ts';

/**
 * Waits for statements of one transaction that were sent as a pipeline. When one fails, the later ones fail too, and it is
 * chance which error is seen first; so this throws the original error. `transaction` decides by it whether to repeat the
 * work, and the HTTP layer whether the database was unavailable.
 */
export async function pipeline<Sent extends readonly unknown[] | []>(
  sent: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const outcomes = await Promise.allSettled(sent);
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) {
    throw failures.find((failure) => !isFailureOfAnEarlierStatement(failure)) ?? failures[0];
  }
  const results = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  // The results are in the order of the statements, which the compiler cannot infer through `map`.
  return results as { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> };
}
