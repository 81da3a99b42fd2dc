import type { QueryClient } from '@tanstack/react-query';
import type { Params } from 'react-router';
import type { Head } from './head.ts';
import type { LazyPage } from './lazy-page.ts';

/** One line of the route table. */
export interface PageDefinition {
  path: string;
  page: LazyPage;
  /** What the page says about itself; null as long as it waits for its data. */
  head: (facts: PageFacts) => Head | null;
  /** Whether the address can name something at all. Missing: it always can. */
  exists?: (params: Params) => boolean;
  /**
   * Reads into the query client what the page shows first. `email` is who is signed in; a guarded page is read for
   * nobody else.
   */
  reads?: (queryClient: QueryClient, params: Params, email: string | null) => Promise<unknown>;
  /** Only for people who are signed in: a guest goes to the login page, and the server sends an empty frame. */
  isGuarded?: boolean;
  /** Who may see the page inside of its frame; missing: everybody whom the frame lets in. */
  openTo?: Audience;
}

/** A page inside of a frame, which guards it. */
export type FramedPageDefinition = Omit<PageDefinition, 'isGuarded'>;

/** Sellers' pages are open to admins too. */
export type Audience = 'sellers' | 'admins';

/** What is known about a page: what its address says, and what has been read so far. */
export interface PageFacts {
  params: Params;
  queryClient: QueryClient;
  /** Where the shop is known to the outside, without a slash at the end. */
  origin: string;
}

/** What a page says about itself. A guarded one is nothing that a search engine could show. */
export function headOf({ head, isGuarded }: PageDefinition, facts: PageFacts): Head | null {
  const said = head(facts);
  return said && isGuarded ? { ...said, isIndexed: false } : said;
}

/** The plan of a matched route; undefined for the frame around the pages. */
export function pageDefinitionOf(route: { handle?: unknown }): PageDefinition | undefined {
  // Only `pageRoute` sets a handle.
  return route.handle as PageDefinition | undefined;
}
