import type { DehydratedState } from '@tanstack/react-query';
import type { Site } from './site.ts';

/** What the server-rendered page carries, so that the browser continues where the server stopped. */
export interface PageState {
  site: Site;
  queries: DehydratedState;
  failure: PageRefusal | null;
}

/** Why the page could not be rendered, and which route was to render it. */
export interface PageRefusal {
  routeId: string;
  status: number;
  detail: string;
}
