import { useRouteError } from 'react-router';
import { isMissing } from '../api/failures.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** Stands where a page would that could not be shown, inside the frame of bar and footer. */
export function RouteError() {
  const failure = useRouteError();
  return isMissing(failure) ? <NotFoundPage /> : <ErrorPage failure={failure} />;
}
