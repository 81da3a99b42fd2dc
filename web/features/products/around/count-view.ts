import type { QueryClient } from '@tanstack/react-query';
import { apiOf } from '../../../api/query-client.ts';

/** Tells the shop that the page of a product was looked at. Nothing depends on it, so a failure is of no matter. */
export async function countView(client: QueryClient, id: string): Promise<void> {
  if (document.hidden) return;
  await apiOf(client)
    .call('countProductView', { params: { id } })
    .catch(() => undefined);
}
