import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { DraftState } from './use-draft.ts';

const texts: Record<DraftState, string> = {
  nothing: 'Saved on this device as you type.',
  saved: 'Draft saved on this device',
  refused: 'This browser cannot save drafts: what you type is lost when you leave.',
};

/** Shows whether the draft is saved, and a button to discard it. Its space is reserved, so nothing shifts. */
export function DraftStatus({ state, onDiscard }: { state: DraftState; onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-muted">
      <p className="flex items-center gap-1.5" role="status">
        {state === 'saved' && <Icon className="size-4 text-green" name="check" />}
        {texts[state]}
      </p>
      {state === 'saved' && (
        <Button onClick={() => setIsAsking(true)} size="small" variant="link">
          Discard the draft
        </Button>
      )}
      <ConfirmDialog
        confirmLabel="Discard it"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          onDiscard();
        }}
        title="Discard this draft?"
      >
        What you have typed and uploaded here is gone then. What is listed already stays as it is.
      </ConfirmDialog>
    </div>
  );
}
