import { useMutation } from '@tanstack/react-query';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import { limits, saleTimes } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { CallFailure } from '../../../api/failures.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { RadioField } from '../../../ui/RadioField.tsx';
import { TextArea, TextField } from '../../../ui/TextField.tsx';
import { EvidenceImages } from './EvidenceImages.tsx';
import { decideReturnMutation } from './sale-queries.ts';
import type { SaleDialogProps } from './sale-step.ts';

type Decision = CallInput<'decideReturn'>['body'];
type Answer = { state: Decision['state']; place: string; reason: string };

/** The seller, or an admin, answers a return: where it is brought, or why it is contested, or a refund without it. */
export function AnswerReturn({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { mutate, isPending, error } = useMutation(decideReturnMutation());
  const form = useForm<Answer>({
    mode: 'onTouched',
    defaultValues: { state: 'accepted', place: '', reason: '' },
  });
  const state = useWatch({ control: form.control, name: 'state' });
  const submit = form.handleSubmit((answer) =>
    mutate(
      { _id: booking._id, ...decisionOf(answer) },
      {
        onSuccess: () => {
          toast.success(messages.toast.operationDone);
          onDone();
        },
        onError: (failure) => showAtField(form, failure),
      },
    ),
  );
  const choices = [
    { value: 'accepted', label: 'Take it back' },
    { value: 'given-back', label: 'Refund without it' },
    // An admin decides about what is contested, and cannot contest it.
    ...(viewer === 'seller' ? [{ value: 'contested', label: 'Contest it' }] : []),
  ];
  return (
    <FormDialog
      confirmLabel={confirmLabels[state]}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      title={`The return of ${booking.name}`}
      variant={state === 'given-back' ? 'danger' : 'primary'}
    >
      <Asked booking={booking} />
      <RadioField {...form.register('state')} choices={choices} label="Your answer" />
      <p aria-live="polite" className="text-muted">
        {effectOf(state, booking)}
      </p>
      {state === 'accepted' && (
        <TextField
          {...form.register('place', {
            validate: (place) => place.trim() !== '' || 'Say where it is brought or sent',
          })}
          autoComplete="street-address"
          dir="auto"
          error={form.formState.errors.place?.message}
          hint={`Only ${booking.buyerName} reads this.`}
          label="Where it is brought or sent"
          maxLength={limits.returnPlaceLength}
        />
      )}
      {state === 'contested' && (
        <TextArea
          {...form.register('reason', {
            validate: (reason) => reason.trim() !== '' || 'Say why you contest it',
          })}
          dir="auto"
          error={form.formState.errors.reason?.message}
          hint={`${booking.buyerName} and the shop read this. You can add pictures afterwards.`}
          label="Why do you contest it?"
          maxLength={limits.disputeTextLength}
        />
      )}
      <FieldError message={hasFieldErrors(error) ? undefined : error?.message} />
    </FormDialog>
  );
}

/** What the buyer wrote and showed. */
function Asked({ booking: { buyerName, return: asked } }: { booking: Booking }) {
  if (!asked) return null;
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="text-sm text-muted">{buyerName} wrote</p>
      <p className="whitespace-pre-line wrap-anywhere" dir="auto">
        {asked.reason}
      </p>
      <EvidenceImages addresses={asked.images ?? []} of={buyerName} />
    </div>
  );
}

const confirmLabels: Record<Decision['state'], string> = {
  accepted: 'Accept the return',
  'given-back': 'Refund it',
  contested: 'Contest the return',
};

function effectOf(state: Decision['state'], { buyerName, price }: Booking): string {
  const money = formatMoney(price);
  const effects: Record<Decision['state'], string> = {
    accepted: `${buyerName} brings or sends it within ${saleTimes.giveBackDays} days. ${money} goes back to their card when you have it.`,
    'given-back': `${buyerName} may keep it, and ${money} goes back to their card now. This cannot be undone.`,
    contested: 'The shop reads both sides and decides. Until then nobody is paid.',
  };
  return effects[state];
}

function decisionOf({ state, place, reason }: Answer): Decision {
  if (state === 'accepted') return { state, place: place.trim() };
  if (state === 'contested') return { state, reason: reason.trim() };
  return { state };
}

function hasFieldErrors(failure: Error | null): boolean {
  return (
    failure instanceof CallFailure && ('place' in failure.errors || 'reason' in failure.errors)
  );
}

function showAtField(form: UseFormReturn<Answer>, failure: Error): void {
  if (!hasFieldErrors(failure)) toast.error(failure.message);
  if (!(failure instanceof CallFailure)) return;
  for (const name of ['place', 'reason'] as const) {
    const message = failure.errors[name];
    if (message) form.setError(name, { message }, { shouldFocus: true });
  }
}
