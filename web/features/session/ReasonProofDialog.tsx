import type { UseMutationOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { TextArea } from '../../ui/TextField.tsx';
import { ProofDialog } from './ProofDialog.tsx';

/** Like `ReasonDialog`, for what also needs a recent proof of who is signed in. */
export function ReasonProofDialog<Reply>({
  id,
  mutation,
  hint,
  children,
  ...dialog
}: {
  /** What the mutation is about. */
  id: string;
  mutation: UseMutationOptions<Reply, Error, { _id: string; reason: string }>;
  /** The email of the signed-in person. */
  email: string;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The reader of the reason. */
  hint: string;
  confirmLabel: string;
  /** The toast after success. */
  success: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { register, trigger, watch, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { reason: '' },
  });
  return (
    <ProofDialog
      {...dialog}
      isValid={() => trigger('reason', { shouldFocus: true })}
      mutation={mutation}
      variables={{ _id: id, reason: watch('reason').trim() }}
    >
      {children}
      <div className="mt-4">
        <TextArea
          {...register('reason', {
            validate: (reason) => reason.trim() !== '' || t`Give a reason`,
          })}
          error={formState.errors.reason?.message}
          hint={hint}
          label={t`Reason`}
          maxLength={limits.removalReasonLength}
        />
      </div>
    </ProofDialog>
  );
}
