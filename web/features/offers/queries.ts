import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { type OfferSide, offerSides } from '#contract/offers/offer-terms.ts';
import { afterOffer, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

/** The side that the address of the offers' page names. */
export function offerSideOf(search: URLSearchParams): OfferSide | undefined {
  return offerSides.find((side) => side === search.get('as'));
}

/** The offers of a side: those that can still be answered, or the others. */
export function offersQuery(email: string, as: OfferSide, part: 'live' | 'ended') {
  const live = part === 'live' ? 'true' : 'false';
  return pagedQuery([...queryKeys.offers, as, part, email], (api, page, options) =>
    api.callPage('listOffers', { query: { email, as, live, ...page } }, options),
  );
}

/**
 * The newest offer of a side for one product; null when there is none.
 * @param withId only one with this user on the other side
 */
export function lastOfferQuery(email: string, as: OfferSide, productId: string, withId?: string) {
  return queryOptions({
    queryKey: [...queryKeys.offers, as, 'of', productId, withId ?? '', email],
    queryFn: async ({ client, signal }) => {
      const query = { email, as, productId, ...(withId && { withId }), limit: 1 };
      const [last] = await apiOf(client).call('listOffers', { query }, { signal });
      return last ?? null;
    },
  });
}

/** What similar products cost, as the page of the product has it. */
export function similarPricesQuery(productId: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'prices', productId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('compareProductPrice', { params: { id: productId } }, { signal }),
  });
}

/** Makes an offer. `idempotencyKey`: a request that is repeated after its response was lost offers once. */
export function makeOfferMutation() {
  return mutationOptions({
    mutationFn: (
      { idempotencyKey, ...body }: CallInput<'makeOffer'>['body'] & { idempotencyKey: string },
      { client },
    ) =>
      apiOf(client).call('makeOffer', { body }, { headers: { 'idempotency-key': idempotencyKey } }),
    onSettled: (_reply, _failure, _offer, _before, { client }) => afterOffer(client),
  });
}

/** Accepts, counters, declines or withdraws an offer. */
export function answerOfferMutation() {
  return mutationOptions({
    mutationFn: (
      { _id, ...body }: CallInput<'answerOffer'>['body'] & { _id: string },
      { client },
    ) => apiOf(client).call('answerOffer', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _offer, _before, { client }) => afterOffer(client),
  });
}
