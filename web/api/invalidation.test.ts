import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ownAddressQuery } from '../features/delivery/own-address.ts';
import { afterOffer, afterSale } from './invalidation.ts';

test.each([
  ['a booking', afterSale],
  ['an offer', afterOffer],
])('the remembered address is read again after %s, which may have brought another', (_, after) => {
  const client = new QueryClient();
  const { queryKey } = ownAddressQuery('bea@reprise.test');
  client.setQueryData(queryKey, { id: '1', address: undefined });
  after(client);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
