import { useNavigation } from 'react-router';

/** A thread of brass at the top while the next page is on its way. It shows after 300 ms, so quick pages never flash. */
export function PendingBar() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-label="Loading the page"
      className="fixed inset-x-0 top-0 z-50 h-1 animate-late bg-brass-metal"
      role="progressbar"
    />
  );
}
