import { type RefObject, useEffect, useRef } from 'react';
import { plural, t } from '#contract/text.ts';
import { targetIn } from './list-focus.ts';
import { type Things, thingTexts } from './list-things.ts';
import { Spinner } from './Spinner.tsx';
import type { Newer } from './use-newer.ts';

/**
 * Says above a list how many entries are new since it was opened, and shows them when pressed. It is laid over the list,
 * so that nothing moves, and stays in view while the list is scrolled. To be rendered before the list.
 */
export function NewSince({
  newer: { count, isMore, state, shownTimes, show },
  things,
  rows,
}: {
  newer: Newer;
  things: Things;
  /** The element that holds the entries. */
  rows: RefObject<HTMLElement | null>;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shownTimes === 0) return;
    place.current?.scrollIntoView({ block: 'start' });
    const first = targetIn(rows.current?.children[0]);
    (first ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  }, [shownTimes, rows]);
  const number = isMore ? `${count}+` : String(count);
  return (
    <>
      <p className="sr-only" role="status">
        {count > 0 && thingTexts[things].came(count, number)}
      </p>
      <div className="scroll-mt-8" ref={place} />
      {count > 0 && (
        <div className="pointer-events-none sticky top-24 z-20 flex h-0 justify-center">
          <button
            aria-busy={state === 'loading' || undefined}
            className="pointer-events-auto inline-flex min-h-11 max-w-full -translate-y-1/2 animate-rise items-center gap-2 self-start rounded-full border border-brass bg-surface px-5 py-2 text-sm font-semibold shadow-over transition hover:bg-brass-tint"
            onClick={() => state !== 'loading' && show()}
            type="button"
          >
            {state === 'loading' && <Spinner className="size-4" />}
            <span>
              <span>
                {state === 'failed'
                  ? t`They did not load.`
                  : plural(count, {
                      one: `${number} new since you opened this page.`,
                      other: `${number} new since you opened this page.`,
                    })}
              </span>{' '}
              <span className="text-brass underline underline-offset-4">
                {state === 'failed'
                  ? t`Try again`
                  : plural(count, { one: 'Show it', other: 'Show them' })}
              </span>
            </span>
          </button>
        </div>
      )}
    </>
  );
}
