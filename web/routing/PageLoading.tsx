import { t } from '#contract/text.ts';
import { SkeletonPage } from '../ui/Skeleton.tsx';

/** A placeholder as high as the screen, so that the footer does not move when the page arrives. */
export function PageLoading() {
  return (
    <div className="mx-auto min-h-dvh w-full max-w-page px-4 pt-6 lg:pt-10">
      <h1 className="sr-only">{t`Loading`}</h1>
      <SkeletonPage />
    </div>
  );
}
