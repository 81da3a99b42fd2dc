import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SecondStep as Step } from '#contract/identity/second-factor.ts';
import { t } from '#contract/text.ts';
import { isIdentityFailure } from '../../identity/identity-failure.ts';
import { SessionFrame } from './SessionFrame.tsx';

const SecondStep = lazy(async () => ({
  default: (await import('./SecondStep.tsx')).SecondStep,
}));

/**
 * The second step of a sign-in. `signIn` runs the first one and shows the second when the provider asks for it; what was
 * entered before is still there afterwards.
 */
export function useSecondStep(): {
  signIn: (first: Promise<void>) => Promise<void>;
  page: ReactNode | undefined;
} {
  const [step, setStep] = useState<Step>();
  return {
    signIn: (first) =>
      first.catch(async (failure: unknown) => {
        if (!isIdentityFailure(failure, 'second-factor-required')) throw failure;
        const { secondFactorCalls } = await import('../../identity/second-factor.ts');
        setStep(await secondFactorCalls().readSecondStep());
      }),
    page: step && (
      <SessionFrame title={t`One more step`}>
        <Suspense>
          <SecondStep onStartAgain={() => setStep(undefined)} ways={step.ways} />
        </Suspense>
      </SessionFrame>
    ),
  };
}
