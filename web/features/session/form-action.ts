import { useState } from 'react';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { IdentityFailure } from '../../identity/identity-failure.ts';

/** The state of a form's action: whether it is running, and why it failed last time. */
export interface FormAction {
  isBusy: boolean;
  failure: string | undefined;
  run: (action: () => Promise<void>) => Promise<void>;
  /** Forgets the last failure, because something else is attempted. */
  forget: () => void;
}

/** Cancelling is not a failure. */
export function useFormAction(): FormAction {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    async run(action) {
      setFailure(undefined);
      setIsBusy(true);
      try {
        await action();
      } catch (reason) {
        setFailure(failureMessageOf(reason));
      } finally {
        setIsBusy(false);
      }
    },
  };
}

/** The failure in words for people; undefined when the person cancelled. Rethrows programming errors. */
export function failureMessageOf(failure: unknown): string | undefined {
  if (failure instanceof DOMException && failure.name === 'AbortError') return undefined;
  if (failure instanceof IdentityFailure) return failure.message;
  if (failure instanceof CallFailure) return failure.message;
  if (failure instanceof NetworkFailure) return failure.message;
  throw failure;
}
