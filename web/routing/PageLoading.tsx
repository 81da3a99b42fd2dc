import { Loading } from '../ui/Loading.tsx';

/** Where a whole page will be: as high as the screen, so that the footer does not move when it comes. */
export function PageLoading() {
  return (
    <div className="min-h-dvh">
      <Loading />
    </div>
  );
}
