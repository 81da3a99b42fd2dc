import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { SingleProduct } from '#contract/products/products.ts';
import { apiOf } from '../../../api/query-client.ts';
import { rememberViewed } from './viewed-products.ts';

/** Remembers a product that is on sale as viewed in this browser, and counts the view. */
export function useRememberViewed({ _id, status }: SingleProduct): void {
  const { key } = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    // Not once more when a logout on this page has cleared the list and the page is rendered again.
    if (status === 'sold' || key === lastRemembered) return;
    lastRemembered = key;
    rememberViewed(_id);
    const timer = setTimeout(() => void countView(client, _id), 2_000);
    return () => clearTimeout(timer);
  }, [_id, client, key, status]);
}

/** A look of two seconds counts as a view. Nothing depends on it, so a failure is of no matter. */
async function countView(client: QueryClient, id: string): Promise<void> {
  if (document.hidden || !navigator.onLine) return;
  await apiOf(client)
    .call('countProductView', { params: { id } })
    .catch(() => undefined);
}

/** The navigation whose product was remembered last. */
let lastRemembered: string | undefined;
