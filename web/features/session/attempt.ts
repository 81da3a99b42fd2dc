import { useState } from 'react';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { IdentityFailure } from '../../identity/identity-failure.ts';

/** Something that a form tries: whether it is under way, and in words why it failed last time. */
export interface Attempt {
  isBusy: boolean;
  failure: string | undefined;
  run: (deed: () => Promise<void>) => Promise<void>;
}

/** What was called off by the person is no failure. */
export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  return {
    isBusy,
    failure,
    async run(deed) {
      setFailure(undefined);
      setIsBusy(true);
      try {
        await deed();
      } catch (reason) {
        setFailure(wordsOf(reason));
      } finally {
        setIsBusy(false);
      }
    },
  };
}

/** A failure in words for the person; undefined when they called it off themselves. Throws what is a fault of ours. */
export function wordsOf(failure: unknown): string | undefined {
  if (failure instanceof DOMException && failure.name === 'AbortError') return undefined;
  if (failure instanceof IdentityFailure) return failure.message;
  if (failure instanceof CallFailure) return failure.message;
  if (failure instanceof NetworkFailure) return failure.message;
  throw failure;
}
