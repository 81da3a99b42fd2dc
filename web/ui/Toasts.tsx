import type { FocusEvent, ReactNode } from 'react';
import {
  type DefaultToastOptions,
  resolveValue,
  type Toast,
  toast,
  useToaster,
} from 'react-hot-toast/headless';
import { Beat } from './Beat.tsx';
import { Icon } from './Icon.tsx';

/**
 * Where toasts appear. Put it into the page once, always: the live region must be there before the first message, or it
 * is not announced. Time stands still while the pointer or the focus is on one. The library keeps at most 20.
 *
 * `data-react-aria-top-layer` keeps toasts within reach while a dialog hides the rest of the page.
 */
export function Toasts({ options }: { options?: DefaultToastOptions }) {
  const { toasts, handlers } = useToaster(options);
  const resume = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) handlers.endPause();
  };
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-4 top-20 z-50 sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 sm:w-96"
      data-react-aria-top-layer="true"
      onBlur={resume}
      onFocus={handlers.startPause}
    >
      <ol
        aria-live="polite"
        aria-relevant="additions text"
        className="flex flex-col gap-2"
        onPointerEnter={handlers.startPause}
        onPointerLeave={handlers.endPause}
      >
        {toasts.map((entry) => (
          <ToastCard entry={entry} key={entry.id} />
        ))}
      </ol>
    </section>
  );
}

const marks: Record<Toast['type'], ReactNode> = {
  success: <Icon className="mt-0.5 text-green" name="check" />,
  error: <Icon className="mt-0.5 text-red" name="warning" />,
  loading: <Beat className="mt-1 size-4 text-brass" />,
  blank: null,
  custom: null,
};

function ToastCard({ entry }: { entry: Toast }) {
  return (
    <li
      className={`flex animate-rise items-start gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 text-ink shadow-over transition ${
        entry.visible ? 'pointer-events-auto' : 'opacity-0'
      }`}
    >
      <span className="flex flex-1 gap-2.5 py-1.5">
        {entry.icon ?? marks[entry.type]}
        <span>{resolveValue(entry.message, entry)}</span>
      </span>
      <button
        aria-label="Dismiss"
        className="grid size-9 place-items-center rounded-md text-muted transition hover:bg-sunken hover:text-ink"
        onClick={() => toast.dismiss(entry.id)}
        type="button"
      >
        <Icon className="size-4" name="close" />
      </button>
    </li>
  );
}
