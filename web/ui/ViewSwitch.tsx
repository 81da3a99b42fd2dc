import { useSyncExternalStore } from 'react';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { safeLocalStorage } from '../browser-storage.ts';
import { Icon } from './Icon.tsx';
import { viewKey } from './list-view-boot.ts';

type View = 'grid' | 'list';

const buttonStyle =
  'grid size-11 place-items-center border border-line-strong transition first:rounded-s-md last:-ms-px last:rounded-e-md';

/** By what the boot script has set on <html>, so that the right one is shown as pressed before hydration. */
const buttonStyles: Record<View, string> = {
  grid: `${buttonStyle} bg-ink text-paper in-data-[view=list]:bg-surface in-data-[view=list]:text-muted`,
  list: `${buttonStyle} bg-surface text-muted in-data-[view=list]:bg-ink in-data-[view=list]:text-paper`,
};
const labels: Record<View, string> = textsOf({
  grid: msg`Show as a grid`,
  list: msg`Show as a list`,
});

/** The view of lists of products; the browser remembers it. */
export function ViewSwitch() {
  const chosen = useSyncExternalStore<View | null>(watchView, chosenView, () => null);
  return (
    <fieldset className="flex noscript:hidden">
      <legend className="sr-only">{t`View`}</legend>
      {(['grid', 'list'] as const).map((view) => (
        <button
          aria-label={labels[view]}
          aria-pressed={chosen === view}
          className={buttonStyles[view]}
          key={view}
          onClick={() => chooseView(view)}
          title={labels[view]}
          type="button"
        >
          <Icon className="size-5" name={view} />
        </button>
      ))}
    </fieldset>
  );
}

const changed = 'reprise:view';

/** The current view, as set on <html>. */
function chosenView(): View {
  return document.documentElement.dataset.view === 'list' ? 'list' : 'grid';
}

/** Applies a view immediately and remembers it. */
function chooseView(view: View): void {
  document.documentElement.dataset.view = view;
  safeLocalStorage.setItem(viewKey, view);
  document.dispatchEvent(new Event(changed));
}

function watchView(onChange: () => void): () => void {
  document.addEventListener(changed, onChange);
  return () => document.removeEventListener(changed, onChange);
}
