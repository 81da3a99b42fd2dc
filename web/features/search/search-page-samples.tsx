import type { QueryClient } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { paths } from '#contract/page-paths.ts';
import { openList } from '../../api/paged-query.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { listedSample } from '../products/product-samples.ts';
import { searchQuery } from './queries.ts';
import { SearchPage } from './SearchPage.tsx';
import { readSearchAddress } from './search-address.ts';

export type Reply = CallReply<'searchProducts'>;

export const exactly = (count: number) => ({ count, isExact: true });

export function replyWith(difference: Partial<Reply> = {}): Reply {
  return { items: [], total: exactly(0), ...difference };
}

/** The page for a guest, as the server renders it. */
export async function markup(
  query: Record<string, string>,
  answer: () => unknown,
): Promise<string> {
  const cache = cacheAnsweredBy(answer);
  const search = new URLSearchParams(query);
  const list = searchQuery(readSearchAddress(search).state, null);
  await openList(cache, list, false).catch(() => undefined);
  return markupWith(cache, query);
}

export function markupWith(cache: QueryClient, query: Record<string, string>): string {
  const place = { pattern: paths.search.pattern, address: paths.search(query) };
  return pageMarkup(<SearchPage />, place, cache);
}

/** The words of the page with this reply. */
export async function words(query: Record<string, string>, reply: Partial<Reply>): Promise<string> {
  return textOf(await markup(query, () => replyWith(reply)));
}

export const advertised = listedSample({ name: 'Cornet', status: 'advertise' });
