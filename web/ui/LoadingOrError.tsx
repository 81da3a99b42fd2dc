import { ErrorState } from './ErrorState.tsx';
import { SkeletonPage } from './Skeleton.tsx';

/** Stands for a page whose data is loading or failed to load. Its heading is seen once loading has failed. */
export function LoadingOrError({
  heading,
  label,
  title,
  query: { error, isFetching, refetch },
}: {
  heading: string;
  /** What is loading. */
  label?: string | undefined;
  /** What did not load. */
  title?: string | undefined;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}) {
  return (
    <>
      <h1 className={error ? 'mb-6 wrap-anywhere' : 'sr-only'} tabIndex={-1}>
        {heading}
      </h1>
      {error ? (
        <div className="max-w-prose">
          <ErrorState
            isTrying={isFetching}
            message={error.message}
            onTryAgain={() => void refetch()}
            title={title}
          />
        </div>
      ) : (
        <SkeletonPage label={label} />
      )}
    </>
  );
}
