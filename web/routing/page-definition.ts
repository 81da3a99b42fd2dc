import type { QueryClient } from '@tanstack/react-query';
import type { Params } from 'react-router';
import type { Audience } from '#contract/constants.ts';
import type { Head } from './head.ts';
import type { LazyPage } from './lazy-page.ts';

/** One entry of the route table. */
export interface PageDefinition {
  path: string;
  page: LazyPage;
  /** The page's head; null while its data is loading. */
  head: (facts: PageFacts) => Head | null;
  /** The path of the page when the params spell it otherwise. */
  movedTo?: (params: Params) => string | undefined;
  /** Whether the params name something that can exist. Without it every address does. */
  exists?: (params: Params) => boolean;
  /** Guarded pages are not prefetched for guests. */
  reads?: FirstReads;
  /** Signed-in users only: guests are redirected to the login page, and the server renders an empty frame. */
  isGuarded?: boolean;
  /** Who may open the page within its layout; missing: everybody whom the layout admits. */
  openTo?: Audience;
}

/** Prefetches a page's first data into the query client. `email` is the signed-in user's. */
export type FirstReads = (
  queryClient: QueryClient,
  params: Params,
  email: string | null,
  visit: Visit,
) => Promise<unknown>;

/** How a page is opened. */
interface Visit {
  /** The query of the address. */
  search: URLSearchParams;
  /** Whether somebody goes back or forward to it. */
  isReturn: boolean;
}

/** A page inside a layout that guards it. */
export type FramedPageDefinition = Omit<PageDefinition, 'isGuarded'>;

/** What is known about a page: its params and what has been read so far. */
export interface PageFacts {
  params: Params;
  /** The query of the address. */
  search: URLSearchParams;
  queryClient: QueryClient;
  /** The public origin, without a trailing slash. */
  origin: string;
}

/** The page's head. Guarded pages are never indexed. */
export function headOf({ head, isGuarded }: PageDefinition, facts: PageFacts): Head | null {
  const said = head(facts);
  return said && isGuarded ? { ...said, isIndexed: false } : said;
}

/** The definition of a matched route; undefined for the layout route. */
export function pageDefinitionOf(route: { handle?: unknown }): PageDefinition | undefined {
  // Only `pageRoute` sets a handle.
  return route.handle as PageDefinition | undefined;
}
