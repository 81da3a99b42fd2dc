import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import type { User } from '#contract/users/users.ts';
import { createClient } from '../../api/client.ts';
import { pageQueryClient } from '../../api/query-client.ts';
import type { Transport } from '../../api/transport.ts';
import { SiteContext } from '../../hydration/site.ts';

/** A query cache whose calls are answered by `answer`, for tests of pages. */
export function cacheAnsweredBy(
  answer: () => unknown,
  nextCursor: () => string | null = () => null,
): QueryClient {
  const transport: Transport = async () => ({ body: answer(), nextCursor: nextCursor() });
  const cache = pageQueryClient(createClient(transport));
  // Static rendering makes no retries, so a failed call is rendered as failed.
  cache.setDefaultOptions({
    queries: { ...cache.getDefaultOptions().queries, retryOnMount: false },
  });
  return cache;
}

/** The static markup of a page at `address`, with only the cache's data. @param viewer who opens a page of the dashboard */
export function pageMarkup(
  page: ReactNode,
  place: { pattern: string; address: string },
  cache: QueryClient,
  viewer?: User,
): string {
  const children = [{ path: place.pattern, element: page }];
  const router = createMemoryRouter([{ element: <Outlet context={viewer} />, children }], {
    initialEntries: [place.address],
  });
  return renderToStaticMarkup(
    <SiteContext
      value={{ origin: 'https://reprise.test', renderedAtMs: Date.parse('2026-11-21T12:00:00Z') }}
    >
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteContext>,
  );
}

/** The text of the markup, without tags. */
export function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

/** The column headers of a table, in order. */
export function headersOf(markup: string): string[] {
  return [...markup.matchAll(/<th[^>]*scope="col"[^>]*>(.*?)<\/th>/g)].map(
    ([, header = '']) => header,
  );
}

/** The text of each table row, without the headers that cards repeat. */
export function rowsOf(markup: string): string[] {
  const [, body = ''] = markup.split('<tbody');
  return [...body.matchAll(/<tr.*?<\/tr>/g)].map(([row]) =>
    textOf(row.replace(/<span aria-hidden="true"[^>]*>.*?<\/span>/g, '')).trim(),
  );
}

/** The text of each card of a list. */
export function cardsOf(markup: string): string[] {
  return [...markup.matchAll(/<article.*?<\/article>/g)].map(([card]) => textOf(card).trim());
}
