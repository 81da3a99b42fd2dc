import { Trans } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { type TestCard, type TestCardOutcome, testCards } from '#contract/payments/test-cards.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { CardEntryProps } from '../port.ts';
import { type CardField, useCardFields } from './card-fields.ts';
import { brandOf, digitsOf, expiryOf, grouped } from './card-number.ts';
import { FormattedField } from './FormattedField.tsx';
import { useSandboxPayment } from './sandbox-payment.ts';

const fates: Record<TestCardOutcome, (brand: string) => string> = {
  charged: (brand) => t`${brand}: is charged`,
  generic_decline: (brand) => t`${brand}: is declined`,
  insufficient_funds: (brand) => t`${brand}: has not enough money on it`,
  lost_card: (brand) => t`${brand}: was lost`,
  stolen_card: (brand) => t`${brand}: was stolen`,
  expired_card: (brand) => t`${brand}: has expired`,
  incorrect_cvc: (brand) => t`${brand}: has another security code`,
  processing_error: (brand) => t`${brand}: cannot be handled just now`,
  incorrect_number: (brand) => t`${brand}: is no card number`,
};

/** The texts of the cards about which the bank asks first. */
const fatesAfterQuestion: Partial<typeof fates> = {
  charged: (brand) => t`${brand}: the bank asks, then it is charged`,
  generic_decline: (brand) => t`${brand}: the bank asks, then it is declined`,
  insufficient_funds: (brand) => t`${brand}: the bank asks, then it has not enough money on it`,
};

/** The only numbers that the sandbox accepts, and the outcome of each. */
function TestNumbers() {
  return (
    <details className="rounded-md border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-3 font-semibold">
        {t`Cards to try, with any date in the future and any security code`}
      </summary>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {testCards.map((card) => (
          <li className="flex flex-wrap justify-between gap-x-4 px-4 py-2" key={card.number}>
            <bdi className="font-semibold tabular-nums" dir="ltr">
              {grouped(card.number)}
            </bdi>
            <span className="text-muted">{fateOf(card)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function fateOf({ brand, outcome, asks }: TestCard): string {
  const fate = (asks && fatesAfterQuestion[outcome]) || fates[outcome];
  return fate(brand);
}

/** The form for a test card. The number goes to the sandbox only and is stored nowhere. */
export function SandboxCardEntry({
  intent,
  billing,
  payLabel,
  isClosed,
  beforePaying,
  onCharged,
}: CardEntryProps) {
  const payment = useSandboxPayment(intent, onCharged);
  const card = useCardFields(billing.name);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = payment.step === 'working';
  const isReady = payment.step === 'ready' && !isClosed && payment.question === null;
  const submit = () => {
    if (!isReady) return;
    payment.forget();
    const wrong = card.checkAll();
    if (wrong === undefined) void payment.pay(card.typed, billing.email, beforePaying);
    else form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  const type = (name: CardField, value: string) => {
    payment.forget();
    card.type(name, value);
  };
  const field = (name: CardField) => ({
    name,
    value: card.typed[name],
    error: card.errorOf(name),
    onBlur: () => card.leave(name),
  });
  const { name: brand, cvcLength } = brandOf(card.typed.number);
  return (
    <div className="space-y-5">
      <TestModeBanner />
      <form
        className="space-y-5"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        ref={form}
      >
        <TextField
          {...field('name')}
          autoComplete="cc-name"
          label={t`Name on the card`}
          maxLength={200}
          onChange={({ target }) => type('name', target.value)}
        />
        <FormattedField
          {...field('number')}
          autoComplete="cc-number"
          format={grouped}
          hint={digitsOf(card.typed.number) === '' ? undefined : brand}
          label={t`Card number`}
          onChange={(value) => type('number', value)}
          placeholder="1234 1234 1234 1234"
        />
        <div className="grid grid-cols-2 gap-4">
          <FormattedField
            {...field('expiry')}
            autoComplete="cc-exp"
            format={expiryOf}
            label={t`Expiry`}
            onChange={(value) => type('expiry', value)}
            placeholder={t`MM / YY`}
          />
          <FormattedField
            {...field('cvc')}
            autoComplete="cc-csc"
            format={(typed) => digitsOf(typed).slice(0, cvcLength)}
            label={t`Security code`}
            onChange={(value) => type('cvc', value)}
            placeholder={'0'.repeat(cvcLength)}
          />
        </div>
        <FieldError message={payment.failure} />
        <Button
          busyLabel={t`Paying`}
          className="w-full"
          disabled={!isReady}
          isBusy={isBusy || payment.step === 'charged'}
          size="large"
          type="submit"
          variant="primary"
        >
          {payLabel}
        </Button>
      </form>
      <TestNumbers />
      {payment.question && (
        <BankQuestion
          isBusy={isBusy}
          onAnswer={(outcome) => {
            if (payment.question) void payment.answer(payment.question, outcome);
          }}
        />
      )}
    </div>
  );
}

function TestModeBanner() {
  const id = useId();
  return (
    <aside
      aria-labelledby={id}
      className="flex gap-3 rounded-md border border-brass bg-brass-tint p-4"
    >
      <Icon className="mt-0.5 size-5" name="information" />
      <p>
        <Trans>
          <strong id={id}>Test mode: no money moves.</strong> Use one of the test numbers below,
          never a real card.
        </Trans>
      </p>
    </aside>
  );
}

/** Simulates the bank's 3-D Secure challenge. */
function BankQuestion({
  isBusy,
  onAnswer,
}: {
  isBusy: boolean;
  onAnswer: (outcome: 'complete' | 'fail') => void;
}) {
  const answer = (outcome: 'complete' | 'fail') => () => {
    if (!isBusy) onAnswer(outcome);
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={answer('fail')}>{t`Fail`}</Button>
          <Button
            busyLabel={t`Asking the bank`}
            isBusy={isBusy}
            onClick={answer('complete')}
            variant="primary"
          >
            {t({ message: 'Complete', context: 'button' })}
          </Button>
        </>
      }
      isAlert
      isOpen
      onClose={answer('fail')}
      title={t`Your bank asks whether this is you`}
    >
      <p>
        {t`A real bank would ask for a code or your fingerprint here. This is the test bank: press Complete to confirm that it is you, or Fail to refuse.`}
      </p>
    </Dialog>
  );
}
