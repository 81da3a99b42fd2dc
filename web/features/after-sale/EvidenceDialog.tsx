import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { ButtonVariant } from '../../ui/button-style.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EvidenceForm, type EvidenceFormOptions, useEvidenceForm } from './EvidenceForm.tsx';

/** Asks for a text and pictures before something begins that others decide. */
export function EvidenceDialog<Reply>({
  title,
  children,
  confirmLabel,
  variant = 'primary',
  onClose,
  ...options
}: EvidenceFormOptions<Reply> & {
  title: string;
  /** The consequences, in a sentence or two. */
  children: ReactNode;
  confirmLabel: string;
  variant?: ButtonVariant;
  onClose: () => void;
}) {
  const formId = useId();
  const state = useEvidenceForm(options);
  const close = () => {
    if (!state.isBusy) onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            busyLabel={state.isUploading ? 'Waiting for the pictures' : 'Sending'}
            form={formId}
            isBusy={state.isBusy}
            type="submit"
            variant={variant}
          >
            {confirmLabel}
          </Button>
        </>
      }
      isOpen
      onClose={close}
      title={title}
    >
      <div className="space-y-5">
        <div className="text-muted">{children}</div>
        <EvidenceForm {...options} formId={formId} state={state} />
      </div>
    </Dialog>
  );
}
