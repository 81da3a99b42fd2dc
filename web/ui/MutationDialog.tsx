import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import type { ButtonVariant } from './button-style.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * Asks once before something is deleted or decided permanently, names it, and stays open until the server has answered. A
 * refusal is shown in the dialog and as a toast.
 */
export function MutationDialog<Reply, Variables>({
  mutation,
  variables,
  success,
  isOpen = true,
  confirmLabel = t`Delete`,
  onDone,
  onClose,
  ...dialog
}: {
  mutation: UseMutationOptions<Reply, Error, Variables>;
  variables: Variables;
  /** The question, with the name of what is deleted. */
  title: ReactNode;
  /** The consequences, in a sentence. */
  children: ReactNode;
  isOpen?: boolean;
  confirmLabel?: string;
  /** Label of the button that cancels. */
  keepLabel?: string;
  variant?: ButtonVariant;
  /** The toast after success. */
  success: string;
  /** The server has done it. The dialog is still open. */
  onDone: (reply: Reply) => void;
  onClose: () => void;
}) {
  const { mutate, reset, isPending, error } = useMutation(mutation);
  const close = () => {
    if (isPending) return;
    reset();
    onClose();
  };
  const confirm = () =>
    mutate(variables, {
      onSuccess: (reply) => {
        toast.success(success);
        onDone(reply);
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel={confirmLabel}
      error={error?.message}
      isBusy={isPending}
      isOpen={isOpen}
      onClose={close}
      onConfirm={confirm}
    />
  );
}
