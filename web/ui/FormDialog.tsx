import { type FormEvent, type ReactNode, useId } from 'react';
import { t } from '#contract/text.ts';
import { Button } from './Button.tsx';
import type { ButtonVariant } from './button-style.ts';
import { Dialog } from './Dialog.tsx';
import { Form } from './Form.tsx';

/** A dialog around a form. While the form is being sent, it can neither be closed nor sent again. */
export function FormDialog({
  title,
  children,
  onSubmit,
  onClose,
  isPending,
  isReady = true,
  confirmLabel,
  busyLabel = t`Sending`,
  keepLabel = t`Not now`,
  variant = 'primary',
  isAlert = false,
}: {
  title: ReactNode;
  /** Explanation, fields and errors. */
  children: ReactNode;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
  isPending: boolean;
  /** False while something loads that the form needs: it can be closed then, but not sent. */
  isReady?: boolean;
  confirmLabel: string;
  busyLabel?: string;
  /** The button that closes it. */
  keepLabel?: string;
  variant?: ButtonVariant;
  /** A press outside does not close it. */
  isAlert?: boolean;
}) {
  const formId = useId();
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={close}>{keepLabel}</Button>
          <Button
            busyLabel={busyLabel}
            form={formId}
            isBusy={isPending || !isReady}
            type="submit"
            variant={variant}
          >
            {confirmLabel}
          </Button>
        </>
      }
      isAlert={isAlert}
      isOpen
      onClose={close}
      title={title}
    >
      <Form
        className="space-y-5"
        id={formId}
        isSending={isPending}
        onSubmit={(event) => {
          if (isReady) void onSubmit(event);
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
