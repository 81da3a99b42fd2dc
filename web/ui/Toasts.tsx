import { type ComponentType, useEffect, useState } from 'react';
import type { ToastListProps } from './ToastList.tsx';

/**
 * The place of the toasts. Mount it once and always: a live region announces only messages that are added after it. What
 * fills it is loaded when the page is at rest, because no page shows a toast at first. The library shows at most 20 at
 * once, which is also the specification's limit.
 * `data-react-aria-top-layer` keeps toasts reachable while a dialog makes the rest of the page inert.
 */
export function Toasts({ options }: ToastListProps) {
  const [List, setList] = useState<ComponentType<ToastListProps>>();
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const { ToastList } = await import('./ToastList.tsx');
      if (isMounted) setList(() => ToastList);
    };
    // An error stands on the page too, so a failure to load is not reported.
    const stop = atRest(() => void load().catch(() => undefined));
    return () => {
      isMounted = false;
      stop();
    };
  }, []);
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-4 top-20 z-50 sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 sm:w-96"
      data-react-aria-top-layer="true"
    >
      <ol aria-live="polite" aria-relevant="additions text" className="flex flex-col gap-2">
        {List && <List options={options} />}
      </ol>
    </section>
  );
}

/** Calls back when the browser is idle; Safari cannot tell. Returns what cancels it. */
function atRest(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
