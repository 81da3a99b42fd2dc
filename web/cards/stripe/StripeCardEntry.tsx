import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeElementLocale, StripeElementStyle } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { language } from '#contract/language.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import type { CardEntryProps } from '../port.ts';
import { confirmCard } from './confirm-card.ts';

const loaded = new Map<string, ReturnType<typeof loadStripe>>();

/** Loads Stripe.js, which must come from Stripe's host. A failed load is retried on the next call. */
function stripeFor(publishableKey: string): ReturnType<typeof loadStripe> {
  const known = loaded.get(publishableKey);
  if (known) return known;
  // Its fields and errors. Stripe takes English for a language that it does not know.
  const locale = language() as StripeElementLocale;
  const loading = loadStripe(publishableKey, { locale });
  loaded.set(publishableKey, loading);
  loading.catch(() => loaded.delete(publishableKey));
  return loading;
}

/** The form for a real card. The number goes from Stripe's frame to Stripe, never through the shop. */
export function StripeCardEntry(props: CardEntryProps) {
  const { publishableKey = '' } = props.intent;
  const [attempt, setAttempt] = useState(0);
  const [stripe, setStripe] = useState<Awaited<ReturnType<typeof loadStripe>>>(null);
  const [isMissing, setIsMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isWanted = true;
    stripeFor(publishableKey).then(
      (arrived) => isWanted && setStripe(arrived),
      () => isWanted && setIsMissing(true),
    );
    return () => {
      isWanted = false;
    };
  }, [publishableKey, attempt]);

  if (isMissing) {
    return (
      <div className="space-y-4" role="alert">
        <FieldError
          message={t`The card form could not be loaded from Stripe. Nothing was charged.`}
        />
        <Button
          onClick={() => {
            setIsMissing(false);
            setAttempt((count) => count + 1);
          }}
        >
          {t`Try again`}
        </Button>
      </div>
    );
  }
  return (
    <Elements key={stripe === null ? 'loading' : 'ready'} stripe={stripe}>
      <StripeForm {...props} />
    </Elements>
  );
}

function StripeForm({
  intent,
  billing,
  payLabel,
  isClosed,
  beforePaying,
  onCharged,
}: CardEntryProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setIsBusy] = useState(false);
  const [isComplete, setIsComplete] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { clientSecret, transactionId } = intent;

  // After a reload during a payment, Stripe reports what happened to it.
  const charged = useEffectEvent(() => onCharged(transactionId));
  useEffect(() => {
    void stripe?.retrievePaymentIntent(clientSecret).then(({ paymentIntent }) => {
      if (paymentIntent?.status === 'succeeded') charged();
    });
  }, [stripe, clientSecret]);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || isBusy || isClosed) return;
    setIsBusy(true);
    setFailure(undefined);
    const refusal = await beforePaying().then(
      () => confirmCard(stripe, card, { clientSecret, billing }),
      ({ message }: Error) => message,
    );
    setIsBusy(false);
    if (refusal === null) onCharged(transactionId);
    else setFailure(refusal);
  };
  return (
    <form className="space-y-5" method="post" onSubmit={(event) => void pay(event)}>
      <div className="rounded-md border border-line-strong bg-surface px-3 py-3.5">
        <CardElement
          onChange={({ complete, error }) => {
            setIsComplete(complete);
            setFailure(error?.message);
          }}
          options={{ style: cardStyle(), disabled: isClosed }}
        />
      </div>
      <FieldError message={failure} />
      <Button
        busyLabel={t`Paying`}
        className="w-full"
        disabled={!stripe || !isComplete || isClosed}
        isBusy={isBusy}
        size="large"
        type="submit"
        variant="primary"
      >
        {payLabel}
      </Button>
    </form>
  );
}

/** The page's colours for the fields in Stripe's frame, which our style sheets do not reach. */
function cardStyle(): StripeElementStyle {
  const page = getComputedStyle(document.documentElement);
  const colour = (name: string) => page.getPropertyValue(`--color-${name}`).trim();
  return {
    base: {
      color: colour('ink'),
      iconColor: colour('muted'),
      fontSize: '16px',
      '::placeholder': { color: colour('muted') },
    },
    invalid: { color: colour('red'), iconColor: colour('red') },
  };
}
