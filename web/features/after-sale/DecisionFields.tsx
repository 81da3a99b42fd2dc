import { type UseFormReturn, useWatch } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import { t } from '#contract/text.ts';
import { amountInputMode } from '../../ui/amount-field.ts';
import { formatMoney, formatPaid } from '../../ui/format.ts';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import {
  type DisputedBooking,
  effectOf,
  refundOf,
  type TypedDecision,
  wrongAmount,
  wrongSending,
} from './decision-form.ts';

/** What the buyer gets back, whether the instrument goes back for it, and why. */
export function DecisionFields({
  booking: disputed,
  commission,
  form: { register, control, formState },
}: {
  booking: DisputedBooking;
  /** The shop's share of the price; undefined while it is not known. */
  commission: number | undefined;
  form: UseFormReturn<TypedDecision>;
}) {
  const [share, amount, sending, goesBack] = useWatch({
    control,
    name: ['share', 'amount', 'sending', 'goesBack'],
  });
  const { errors } = formState;
  const { shipping, total, buyerName } = disputed;
  const isSent = shipping > 0;
  const money = formatMoney(total);
  const paidForSending = formatMoney(shipping);
  const unit = currencyTexts.unit();
  const isRefunded = (refundOf({ share, amount }, disputed) ?? 0) > 0;
  return (
    <>
      {isSent && <Paid booking={disputed} />}
      <RadioField
        {...register('share', { required: t`Choose what the buyer gets back` })}
        choices={[
          {
            value: 'all',
            label: isSent ? t`All of it with shipping, ${money}` : t`All of it, ${money}`,
          },
          { value: 'part', label: t`Part of it` },
          { value: 'nothing', label: t`Nothing` },
        ]}
        error={errors.share?.message}
        label={t`What ${buyerName} gets back`}
      />
      {share === 'part' && (
        <TextField
          {...register('amount', {
            validate: (typed, { share: chosen }) =>
              chosen !== 'part' || (wrongAmount(typed, total) ?? true),
            deps: 'sending',
          })}
          autoComplete="off"
          error={errors.amount?.message}
          hint={t`In ${unit}, at most ${money}`}
          inputMode={amountInputMode()}
          label={t`How much`}
        />
      )}
      {share === 'part' && isSent && (
        <TextField
          {...register('sending', {
            validate: (_typed, decision) => wrongSending(decision, disputed) ?? true,
          })}
          autoComplete="off"
          error={errors.sending?.message}
          hint={t`In ${unit}, at most ${paidForSending}. If you leave it empty, the price goes back first.`}
          inputMode={amountInputMode()}
          isOptional
          label={t`How much of it is for shipping`}
        />
      )}
      {isRefunded && (
        <RadioField
          {...register('goesBack')}
          choices={[
            { value: 'no', label: t`No` },
            { value: 'yes', label: t`Yes, and the refund waits for it` },
          ]}
          error={errors.goesBack?.message}
          label={t`Does the instrument go back?`}
        />
      )}
      <TextArea
        {...register('reason', { validate: (reason) => reason.trim() !== '' || t`Give a reason` })}
        error={errors.reason?.message}
        hint={t`The buyer and the seller will see this. It stays in the audit log.`}
        label={t`Why`}
        maxLength={limits.disputeTextLength}
      />
      <p aria-live="polite" className="rounded-lg bg-sunken p-4 font-semibold wrap-anywhere">
        {effectOf({ share, amount, sending, goesBack }, disputed, commission)}
      </p>
    </>
  );
}

/** What the buyer paid: the price, what sending it cost, and both. */
function Paid({ booking: { price, shipping, total } }: { booking: DisputedBooking }) {
  const amounts = [
    [t`Price`, price],
    [t({ message: 'Shipping', context: 'delivery' }), shipping],
    [t`Total`, total],
  ] as const;
  return (
    <dl className="divide-y divide-line">
      {amounts.map(([name, amount]) => (
        <div className="flex justify-between gap-4 py-1.5 last:font-semibold" key={name}>
          <dt>{name}</dt>
          <dd className="tabular-nums">{formatPaid(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
