import { useRouteError } from 'react-router';
import { isMissing } from '../api/failures.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** The error element of every route, inside the layout. */
export function RouteError() {
  const failure = useRouteError();
  return isMissing(failure) ? <NotFoundPage /> : <ErrorPage failure={failure} />;
}
