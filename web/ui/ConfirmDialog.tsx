import type { ReactNode } from 'react';
import { t } from '#contract/text.ts';
import { Button } from './Button.tsx';
import type { ButtonVariant } from './button-style.ts';
import { Dialog } from './Dialog.tsx';
import { FieldError } from './Field.tsx';

/** Asks for confirmation before something is deleted. `title` names it: 'Delete the silver trumpet?' */
export function ConfirmDialog({
  title,
  isOpen,
  confirmLabel,
  keepLabel = t`Keep it`,
  variant = 'danger',
  isBusy = false,
  error,
  onConfirm,
  onClose,
  children,
}: {
  title: ReactNode;
  isOpen: boolean;
  confirmLabel: string;
  /** Label of the button that cancels. */
  keepLabel?: string;
  variant?: ButtonVariant;
  isBusy?: boolean;
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** The consequences, in a sentence. */
  children?: ReactNode;
}) {
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{keepLabel}</Button>
          <Button isBusy={isBusy} onClick={onConfirm} variant={variant}>
            {confirmLabel}
          </Button>
        </>
      }
      isAlert
      isOpen={isOpen}
      onClose={onClose}
      title={title}
    >
      <div className="space-y-3">
        {children && <div>{children}</div>}
        <FieldError message={error} />
      </div>
    </Dialog>
  );
}
