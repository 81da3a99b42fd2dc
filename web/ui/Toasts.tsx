import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { toastMs } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';
import { freePlace, obstaclesOf, type ToastPlace } from './toast-place.ts';

/** The time for which each kind of toast is shown (specification, section 9). */
export const toastOptions = {
  duration: toastMs.default,
  success: { duration: toastMs.success },
  error: { duration: toastMs.error },
  /** The duration of the fade-out in milliseconds; by default the library keeps the empty space for a second. */
  removeDelay: 150,
} as const;

/**
 * The live region of the toasts. Mount it once and always: it announces only messages that are added after it. The
 * library shows at most 20 together, which is also the specification's limit. Timers pause while the pointer or the
 * focus is on a toast. They are where they cover no heading and not what was pressed. `data-react-aria-top-layer` keeps
 * toasts reachable while a dialog makes the rest of the page inert.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster(toastOptions);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  const region = useRef<HTMLElement>(null);
  const place = usePlace(region, toasts.length);

  const isHeld = toasts.length > 0 && (isPointedAt || isFocused);
  const hold = useEffectEvent((isStill: boolean) => {
    if (isStill) handlers.startPause();
    else handlers.endPause();
  });
  useEffect(() => hold(isHeld), [isHeld]);

  const dismiss = (id: string) => {
    // Removing a toast removes hover and focus without firing an event.
    setIsPointedAt(false);
    setIsFocused(false);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
    toast.dismiss(id);
  };
  return (
    <section
      aria-label={t`Notifications`}
      className={`pointer-events-none fixed inset-x-4 z-50 sm:inset-x-auto sm:end-6 sm:w-96 ${places[place]}`}
      data-react-aria-top-layer="true"
      ref={region}
    >
      <ol aria-live="polite" aria-relevant="additions text" className="flex flex-col gap-2">
        {toasts.map((entry) => (
          <ToastCard
            entry={entry}
            key={entry.id}
            onDismiss={() => dismiss(entry.id)}
            onFocusFrom={(from) => {
              cameFrom.current = from;
            }}
            onFocused={setIsFocused}
            onPoint={setIsPointedAt}
          />
        ))}
      </ol>
    </section>
  );
}

const places: Record<ToastPlace, string> = { bottom: 'bottom-6', top: 'top-1' };

/** The place of the toasts, chosen again when their number changes. */
function usePlace(region: RefObject<HTMLElement | null>, count: number): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>('bottom');
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    // The focus does not tell: Safari gives none to a pressed button, and a busy button loses it.
    const onPress = ({ target }: Event) => {
      pressed.current =
        target instanceof Element ? target.closest('a, button, label, input') : null;
    };
    document.addEventListener('click', onPress, true);
    return () => document.removeEventListener('click', onPress, true);
  }, []);
  useLayoutEffect(() => {
    if (count === 0 || !region.current) return;
    const toasts = region.current.getBoundingClientRect();
    setPlace(freePlace(toasts, innerHeight, obstaclesOf(pressed.current)));
  }, [region, count]);
  return place;
}

const marks: Record<Toast['type'], ReactNode> = {
  success: <Icon className="mt-0.5 size-5 text-green" name="check" />,
  error: <Icon className="mt-0.5 size-5 text-red" name="warning" />,
  loading: <Spinner className="mt-1 size-4 text-brass" />,
  blank: null,
  custom: null,
};

function ToastCard({
  entry,
  onPoint,
  onFocused,
  onFocusFrom,
  onDismiss,
}: {
  entry: Toast;
  onPoint: (isPointedAt: boolean) => void;
  onFocused: (isFocused: boolean) => void;
  /** Called with what had the focus before it came to the toasts. */
  onFocusFrom: (element: EventTarget | null) => void;
  onDismiss: () => void;
}) {
  return (
    <li
      className={`flex animate-rise items-start gap-2 rounded-md border border-line bg-surface p-1 ps-4 text-ink shadow-over transition ${
        entry.visible ? 'pointer-events-auto' : 'opacity-0'
      }`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!isInList(currentTarget, relatedTarget)) onFocused(false);
      }}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!isInList(currentTarget, relatedTarget)) onFocusFrom(relatedTarget);
        onFocused(true);
      }}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
    >
      <span className="flex min-w-0 flex-1 gap-2.5 py-2.5 wrap-anywhere">
        <span className="contents">{entry.icon ?? marks[entry.type]}</span>
        <span className="min-w-0">{resolveValue(entry.message, entry)}</span>
      </span>
      <button
        aria-label={t`Dismiss notification`}
        className="grid size-11 shrink-0 place-items-center rounded-md text-muted transition hover:bg-sunken hover:text-ink"
        onClick={onDismiss}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDismiss();
        }}
        type="button"
      >
        <Icon className="size-4" name="close" />
      </button>
    </li>
  );
}

function isInList(item: Element, other: Element | null): boolean {
  return item.parentElement?.contains(other) ?? false;
}
