import { useNavigation } from 'react-router';

/** A progress bar at the top during navigation. It appears after 300 ms, so that fast pages never flash. */
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
