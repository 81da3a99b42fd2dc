import { t } from '#contract/text.ts';
import { Loading } from '../ui/Loading.tsx';

/** A placeholder as high as the screen, so that the footer does not move when the page arrives. */
export function PageLoading() {
  return (
    <div className="min-h-dvh">
      <h1 className="sr-only">{t`Loading`}</h1>
      <Loading />
    </div>
  );
}
