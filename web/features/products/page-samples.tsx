import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createClient } from '../../api/client.ts';
import { pageQueryClient } from '../../api/query-client.ts';
import type { Transport } from '../../api/transport.ts';
import { SiteContext } from '../../hydration/site.ts';

/** A cache whose calls are answered by `answer`, for tests of pages. */
export function cacheAnsweredBy(answer: () => unknown): QueryClient {
  const transport: Transport = async () => ({ body: answer(), nextCursor: null });
  const cache = pageQueryClient(createClient(transport));
  // A page that is only written out makes no second try, so it shows how the first one ended.
  cache.setDefaultOptions({
    queries: { ...cache.getDefaultOptions().queries, retryOnMount: false },
  });
  return cache;
}

/** The markup of a page at `address`, with what is in the cache and nothing else. */
export function pageMarkup(
  page: ReactNode,
  place: { pattern: string; address: string },
  cache: QueryClient,
): string {
  const router = createMemoryRouter([{ path: place.pattern, element: page }], {
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

/** What one reads: the markup without its tags. */
export function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

/** The heads of a table's columns, in their order. */
export function headersOf(markup: string): string[] {
  return [...markup.matchAll(/<th[^>]*scope="col"[^>]*>(.*?)<\/th>/g)].map(
    ([, header = '']) => header,
  );
}

/** The words of each row of a table, without the headers that cards repeat. */
export function rowsOf(markup: string): string[] {
  const [, body = ''] = markup.split('<tbody');
  return [...body.matchAll(/<tr.*?<\/tr>/g)].map(([row]) =>
    textOf(row.replace(/<span aria-hidden="true"[^>]*>.*?<\/span>/g, '')).trim(),
  );
}
