import { Problem } from '../../core/problem.ts';

/** @throws Error when there is none */
export function pick<One>(all: readonly One[], index: number): One {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('A run has products, buyers and sellers');
  return one;
}

/** @throws an unexpected error, or else an expected one when all have failed */
export async function atOnce(times: number, act: () => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(Array.from({ length: times }, act));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const unexpected = errors.find((error) => !isExpected(error));
  if (unexpected) throw unexpected;
  if (errors.length > 0 && errors.length === times) throw errors[0];
}

/** Problems and failures of the providers are expected. */
export function isExpected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpected);
  if (error instanceof Problem) return error.code !== 'internal';
  return error instanceof Error && error.cause !== undefined && isExpected(error.cause);
}
