import { t } from '#contract/text.ts';
import { Spinner } from './Spinner.tsx';

/** A loading indicator that appears after 300 ms, so that fast responses never flicker. */
export function Loading({ label = t`Loading` }: { label?: string | undefined }) {
  return (
    <p
      className="animate-late flex items-center justify-center gap-3 py-16 text-muted"
      role="status"
    >
      <Spinner className="size-5 text-brass" />
      <span>{label}</span>
    </p>
  );
}
