import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FieldError } from './Field.tsx';
import { TextArea } from './TextField.tsx';

/**
 * Like `MutationDialog`, for what needs a reason that somebody is told. The reason survives a refusal, which is shown in
 * the dialog and as a toast.
 */
export function ReasonDialog<Reply, Item extends { _id: string }>({
  item,
  mutation,
  title,
  children,
  hint,
  maxLength,
  confirmLabel,
  success,
  onDone,
  onClose,
}: {
  /** What the mutation is about. */
  item: Item;
  mutation: UseMutationOptions<Reply, Error, { _id: string; reason: string }>;
  title: ReactNode;
  /** The consequences, in a sentence. */
  children: ReactNode;
  /** Who reads the reason. */
  hint: string;
  maxLength: number;
  confirmLabel: string;
  /** The toast after success. */
  success: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, error } = useMutation(mutation);
  const close = () => {
    if (!isPending) onClose();
  };
  const submit = () => {
    setIsMissing(reason.trim() === '');
    if (isPending || reason.trim() === '') return;
    mutate(
      { _id: item._id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(success);
          onDone();
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button form={formId} isBusy={isPending} type="submit" variant="danger">
            {confirmLabel}
          </Button>
        </>
      }
      isOpen
      onClose={close}
      title={title}
    >
      <form
        className="space-y-5"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="text-muted">{children}</div>
        <TextArea
          error={isMissing ? 'Say why' : undefined}
          hint={hint}
          label="Reason"
          maxLength={maxLength}
          onChange={({ target }) => {
            setReason(target.value);
            setIsMissing(false);
          }}
          value={reason}
        />
        <FieldError message={error?.message} />
      </form>
    </Dialog>
  );
}
