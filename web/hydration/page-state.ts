import type { DehydratedState } from '@tanstack/react-query';
import type { Site } from './site.ts';

/** What the server's page brings along, so that the browser goes on where the server stopped. */
export interface PageState {
  site: Site;
  queries: DehydratedState;
  failure: PageRefusal | null;
}

/** Why the page could not be shown, and which route was to show it. */
export interface PageRefusal {
  routeId: string;
  status: number;
  detail: string;
}
