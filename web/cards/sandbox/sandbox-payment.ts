import { useEffect, useEffectEvent, useState } from 'react';
import type { SandboxAnswer, SandboxIntentState } from '#contract/payments/sandbox-cards.ts';
import type { PaymentIntent } from '../port.ts';
import { type CardTyped, cardOf } from './card-fields.ts';
import { answerChallenge, confirmIntent, readIntent } from './sandbox-calls.ts';

/** The bank's challenge before a charge. */
export interface BankQuestion {
  challenge: string;
}

type Step = 'looking' | 'ready' | 'working' | 'charged' | 'cancelled';

const steps: Record<SandboxIntentState, Step> = {
  requires_payment_method: 'ready',
  requires_action: 'ready',
  succeeded: 'charged',
  canceled: 'cancelled',
};

/**
 * The state of one sandbox payment. It reads the intent first: after a reload an open challenge is shown again, and a
 * charged intent is reported immediately.
 */
export function useSandboxPayment(
  { transactionId, clientSecret }: Pick<PaymentIntent, 'transactionId' | 'clientSecret'>,
  onCharged: (transactionId: string) => void,
) {
  const [step, setStep] = useState<Step>('looking');
  const [question, setQuestion] = useState<BankQuestion | null>(null);
  const [failure, setFailure] = useState<string>();

  const take = (answer: SandboxAnswer) => {
    const { state, nextAction } = answer.intent;
    setFailure(answer.error?.message);
    setQuestion(state === 'requires_action' && nextAction ? nextAction : null);
    setStep(steps[state]);
    if (state === 'succeeded') onCharged(transactionId);
  };
  const fail = (reason: Error) => {
    setFailure(reason.message);
    setStep('ready');
  };
  const takeFirst = useEffectEvent(take);
  const failFirst = useEffectEvent(fail);
  useEffect(() => {
    let isWanted = true;
    readIntent(transactionId, clientSecret).then(
      (answer) => isWanted && takeFirst(answer),
      (reason) => isWanted && failFirst(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [transactionId, clientSecret]);

  const run = (answer: Promise<SandboxAnswer>) => {
    setFailure(undefined);
    setStep('working');
    return answer.then(take, fail);
  };

  return {
    step,
    question,
    failure,
    /** Forgets why the last card was refused, because another is typed. */
    forget: () => setFailure(undefined),
    pay: (typed: CardTyped, email: string, beforePaying: () => Promise<void>) =>
      run(
        beforePaying().then(() =>
          confirmIntent(transactionId, {
            clientSecret,
            card: cardOf(typed),
            billing: { name: typed.name.trim(), email },
          }),
        ),
      ),
    answer: ({ challenge }: BankQuestion, outcome: 'complete' | 'fail') =>
      run(answerChallenge(transactionId, { clientSecret, challenge, outcome })),
  };
}
