import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

/** Asks before leaving the page while uploads are running, because they would be lost. */
export function LeaveWithUploads({ isUploading }: { isUploading: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUploading && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUploading]);
  return (
    <ConfirmDialog
      confirmLabel="Leave"
      isOpen={blocker.state === 'blocked'}
      keepLabel="Stay"
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave while pictures are on their way?"
    >
      The draft stays on this device, but without the pictures that have not arrived.
    </ConfirmDialog>
  );
}
