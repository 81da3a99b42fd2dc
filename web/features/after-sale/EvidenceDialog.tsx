import type { ReactNode } from 'react';
import { t } from '#contract/text.ts';
import type { ButtonVariant } from '../../ui/button-style.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { EvidenceFields, type EvidenceFormOptions, useEvidenceForm } from './EvidenceForm.tsx';

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
  const state = useEvidenceForm(options);
  return (
    <FormDialog
      busyLabel={state.isUploading ? t`Waiting for the uploads` : t`Sending`}
      confirmLabel={confirmLabel}
      isPending={state.isBusy}
      keepLabel={t`Cancel`}
      onClose={onClose}
      onSubmit={state.send}
      title={title}
      variant={variant}
    >
      <div className="text-muted">{children}</div>
      <EvidenceFields {...options} state={state} />
    </FormDialog>
  );
}
