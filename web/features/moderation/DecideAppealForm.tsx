import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import type { AppealOutcome } from '#contract/moderation/moderation-terms.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { decideAppealMutation } from './queries.ts';

/** An admin decides an appeal: the decision stays, or is undone. */
export function DecideAppealForm({
  id,
  appealId,
  title,
  onReadAgain,
}: {
  id: string;
  appealId: string;
  /** Whose appeal it is. */
  title: string;
  onReadAgain: () => void;
}) {
  const { mutate, isPending, error } = useMutation(decideAppealMutation());
  const { register, handleSubmit, formState } = useForm<{
    outcome: AppealOutcome | '';
    reason: string;
  }>({ mode: 'onTouched', defaultValues: { outcome: '', reason: '' } });
  const { errors } = formState;
  const decide = handleSubmit(({ outcome, reason }) => {
    if (outcome === '') return;
    mutate(
      { _id: id, appeal: appealId, outcome, reason },
      {
        onSuccess: () => {
          toast.success(t`Decided, and the person who appealed is told`);
          onReadAgain();
        },
        onError: (failure) => {
          toast.error(failure.message);
          if (failure instanceof CallFailure && failure.status === 409) onReadAgain();
        },
      },
    );
  });
  return (
    <Form
      aria-label={title}
      className="min-w-0 space-y-5 rounded-lg border border-line bg-surface p-4 shadow-rest wrap-anywhere sm:p-5"
      isSending={isPending}
      onSubmit={decide}
    >
      <h2 className="text-subheading">{t`Decide the appeal`}</h2>
      <RadioField
        {...register('outcome', { required: t`Choose an outcome` })}
        choices={[
          { value: 'upheld', label: t`The decision stays` },
          { value: 'reversed', label: t`Reverse the decision` },
        ]}
        error={errors.outcome?.message}
        hint={t`For the person concerned, reversing it brings back what was hidden, unless something else has changed since. For a person who reported it, the case is reopened.`}
        label={t`Outcome`}
      />
      <TextArea
        {...register('reason', { validate: (text) => text.trim() !== '' || t`Give a reason` })}
        error={errors.reason?.message}
        hint={t`The person who appealed reads this. Do not say what others have reported or whether they have appealed.`}
        label={t`Why`}
        maxLength={limits.reportLength}
      />
      <FieldError message={error?.message} />
      <Button busyLabel={t`Deciding`} isBusy={isPending} type="submit" variant="danger">
        {t`Decide`}
      </Button>
    </Form>
  );
}
