import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { DraftState } from './use-draft.ts';

const texts: Record<DraftState, string> = {
  nothing: 'What you type is kept on this device as you go.',
  saved: 'Draft kept on this device',
  refused: 'This browser keeps no drafts: what you type is gone when you leave.',
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
