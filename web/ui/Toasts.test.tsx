import { renderToString } from 'react-dom/server';
import { type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { afterEach, expect, it } from 'vitest';
import { toastsAtOnce } from '#contract/constants.ts';
import { toastOptions } from './Toasts.tsx';

afterEach(() => {
  toast.remove();
});

/** The toasts as the shop's options make them. */
function shown(): Toast[] {
  let seen: Toast[] = [];
  function Probe() {
    seen = useToaster(toastOptions).toasts;
    return null;
  }
  renderToString(<Probe />);
  return seen;
}

it('a toast is shown for 4 s, a success for 2 s, an error for 4 s', () => {
  toast('plain');
  toast.success('done');
  toast.error('refused');
  const durations = shown().map(({ type, duration }) => [type, duration]);
  expect(Object.fromEntries(durations)).toEqual({ blank: 4_000, success: 2_000, error: 4_000 });
});

it('at most 20 toasts are shown together', () => {
  for (let count = 0; count <= toastsAtOnce; count++) toast(`toast ${count}`);
  expect(shown()).toHaveLength(20);
});
