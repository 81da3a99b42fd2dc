import { useSyncExternalStore } from 'react';
import { Icon } from '../ui/Icon.tsx';

/** Shows an overlay while the browser is offline. It covers the page, so nothing shifts. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center"
      role="status"
    >
      {!isOnline && (
        <p className="flex animate-rise items-center gap-2 rounded-md border border-line-strong bg-surface px-4 py-2 shadow-over">
          <Icon className="size-5 text-red" name="warning" />
          You are offline. What you see may be old.
        </p>
      )}
    </div>
  );
}

function watchConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
