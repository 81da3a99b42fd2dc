import { useState } from 'react';
import { failureMessageOf } from './form-action.ts';
import { startSession } from './sign-in.ts';
import { useSignInDeps } from './sign-in-deps.ts';

/** Signs in with a passkey. What it needs is loaded on first use. */
export function usePasskeySignIn() {
  const loadDeps = useSignInDeps();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    async signIn() {
      setFailure(undefined);
      setIsBusy(true);
      try {
        const { secondFactorCalls } = await import('../../identity/second-factor.ts');
        await secondFactorCalls().signInWithPasskey();
        await startSession(await loadDeps());
      } catch (reason) {
        setFailure(messageOf(reason));
      } finally {
        setIsBusy(false);
      }
    },
  };
}

function messageOf(failure: unknown): string | undefined {
  const isCancelled = failure instanceof Error && failure.name === 'PasskeyCancelled';
  return isCancelled ? failure.message : failureMessageOf(failure);
}
