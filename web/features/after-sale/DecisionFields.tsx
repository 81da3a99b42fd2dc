import { type UseFormReturn, useWatch } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { currencyTexts } from '#contract/currency-texts.ts';
import { t } from '#contract/text.ts';
import { amountInputMode } from '../../ui/amount-field.ts';
import { formatMoney } from '../../ui/format.ts';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import {
  type DisputedBooking,
  effectOf,
  refundOf,
  type TypedDecision,
  wrongAmount,
} from './decision-form.ts';

/** What the buyer gets back, whether the instrument goes back for it, and why. */
export function DecisionFields({
  booking: disputed,
  form: { register, control, formState },
}: {
  booking: DisputedBooking;
  form: UseFormReturn<TypedDecision>;
}) {
  const [share, amount, goesBack] = useWatch({ control, name: ['share', 'amount', 'goesBack'] });
  const { errors } = formState;
  const { total, buyerName } = disputed;
  const money = formatMoney(total);
  const unit = currencyTexts.unit();
  const isRefunded = (refundOf({ share, amount }, disputed) ?? 0) > 0;
  return (
    <>
      <RadioField
        {...register('share', { required: t`Say what the buyer gets back` })}
        choices={[
          { value: 'all', label: t`All of it, ${money}` },
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
          })}
          autoComplete="off"
          error={errors.amount?.message}
          hint={t`In ${unit}, at most ${money}`}
          inputMode={amountInputMode()}
          label={t`How much`}
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
        {...register('reason', { validate: (reason) => reason.trim() !== '' || t`Say why` })}
        error={errors.reason?.message}
        hint={t`The buyer and the seller will see this. It stays in the audit log.`}
        label={t`Why`}
        maxLength={limits.disputeTextLength}
      />
      <p aria-live="polite" className="rounded-lg bg-sunken p-4 font-semibold wrap-anywhere">
        {effectOf({ share, amount, goesBack }, disputed)}
      </p>
    </>
  );
}
