import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { isolate, labelSeparator } from '#contract/isolate.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';

/**
 * A button in a row that does something immediately. A toast shows the outcome, and a failure also stands beside the
 * button.
 */
export function ActionButton<Reply extends { modifiedCount: number }, Variables>({
  mutation,
  variables,
  success,
  unchanged,
  label,
  of,
}: {
  mutation: UseMutationOptions<Reply, Error, Variables>;
  variables: Variables;
  /** The toast after success. */
  success: string | ((reply: Reply) => string);
  /** The toast when there was nothing to do, because another admin has done it. */
  unchanged: string;
  label: ReactNode;
  /** What tells this button from those of other rows; read out. */
  of: string;
}) {
  const { mutate, isPending, error } = useMutation(mutation);
  const press = () =>
    mutate(variables, {
      onSuccess(reply) {
        if (reply.modifiedCount === 0) toast(unchanged);
        else toast.success(typeof success === 'string' ? success : success(reply));
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <>
      <Button isBusy={isPending} onClick={press} size="small">
        <span>{label}</span>
        <span className="sr-only">{labelSeparator() + isolate(of)}</span>
      </Button>
      <FieldError message={error?.message} />
    </>
  );
}
