import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { isolate } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import { msg, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { formatBalance } from './format-balance.ts';
import { changePayoutMutation } from './queries.ts';

const texts = textsOf({
  paid: {
    label: msg`Reference at the bank`,
    hint: msg`The seller sees it on the statement.`,
    required: msg`Enter the bank’s reference`,
    confirm: msg`Mark as paid`,
    field: 'reference',
    effect: msg`The seller is told that the money has arrived.`,
  },
  failed: {
    label: msg`Why it failed`,
    hint: msg`The seller will see this.`,
    required: msg`Explain why it failed`,
    confirm: msg`Mark as failed`,
    field: 'reason',
    effect: msg`The money is owed to the seller again.`,
  },
});

/** An admin says what became of a manual payout. */
export function FinishPayout({
  payout: { _id, amount, seller },
  outcome,
  onClose,
  onDone,
}: {
  payout: Payout;
  outcome: keyof typeof texts;
  onClose: () => void;
  onDone: () => void;
}) {
  const text = texts[outcome];
  const money = formatBalance(amount);
  const name = isolate(seller.name);
  const { mutate, isPending, error } = useMutation(changePayoutMutation());
  const { register, handleSubmit, formState } = useDialogForm(`payout.${outcome}.${_id}`, {
    mode: 'onTouched',
    defaultValues: { words: '' },
  });
  const submit = handleSubmit(({ words }) =>
    mutate(
      { _id, state: outcome, [text.field]: words.trim() },
      {
        onSuccess: () => {
          toast.success(t`The payout is updated`);
          onDone();
        },
      },
    ),
  );
  const refused = error instanceof CallFailure ? error.errors[text.field] : undefined;
  return (
    <FormDialog
      confirmLabel={text.confirm}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      title={outcome === 'paid' ? t`${money} to ${name} was paid` : t`${money} to ${name} failed`}
      variant={outcome === 'paid' ? 'primary' : 'danger'}
    >
      <p className="text-muted">{text.effect}</p>
      <TextField
        {...register('words', { validate: (words) => words.trim() !== '' || text.required })}
        autoComplete="off"
        error={formState.errors.words?.message ?? refused}
        hint={text.hint}
        label={text.label}
        maxLength={limits.payoutReferenceLength}
      />
      <FieldError message={refused ? undefined : error?.message} />
    </FormDialog>
  );
}
