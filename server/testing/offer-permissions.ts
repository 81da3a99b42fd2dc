import type { CallName } from '#contract/calls.ts';
import type { OfferAnswer } from '#contract/offers/offer-terms.ts';
import { get, ownAndAdmin, type PermissionRow, users, type World } from './permissions.ts';

/** The rights to offers. An admin sees those of everyone and answers none. */
export const offerPermissions = {
  makeOffer: [
    {
      about: 'for a product of own',
      request: async (world) => {
        const productId = await world.people.make.product(world.own.id);
        const payload = { productId, amount: 100, phone: '555-0199', location: 'At the bridge' };
        return { method: 'POST', url: '/api/offers', payload };
      },
      expected: users({ buyer: 201, seller: 201, own: 403, admin: 201 }),
    },
  ],
  listOffers: [
    {
      about: 'as buyer',
      request: get(({ own }) => `/offers?email=${own.email}`),
      expected: ownAndAdmin,
    },
    {
      about: 'as seller',
      request: get(({ own }) => `/offers?email=${own.email}&as=seller`),
      expected: ownAndAdmin,
    },
  ],
  answerOffer: [
    {
      about: 'accepting one for a product of theirs',
      request: answerRequest(received, 'accepted', 100),
      expected: onlyItsSides(200),
    },
    {
      about: 'accepting their own',
      request: answerRequest(made, 'accepted', 100),
      expected: onlyItsSides(409),
    },
    {
      about: 'countering one for a product of theirs',
      request: answerRequest(received, 'countered', 110),
      expected: onlyItsSides(200),
    },
    {
      about: 'declining one for a product of theirs',
      request: answerRequest(received, 'declined'),
      expected: onlyItsSides(200),
    },
    {
      about: 'withdrawing their own',
      request: answerRequest(made, 'withdrawn'),
      expected: onlyItsSides(200),
    },
  ],
} satisfies Partial<Record<CallName, readonly PermissionRow[]>>;

function onlyItsSides(status: number) {
  return users({ buyer: 404, seller: 404, own: status, admin: 404 });
}

/** @returns the id of an offer that own has made */
async function made({ people, own }: World): Promise<string> {
  const seller = await people.seller();
  return people.offer(own, await people.make.product(seller.id));
}

/** @returns the id of an offer for a product of own */
async function received({ people, own }: World): Promise<string> {
  return people.offer(await people.buyer(), await people.make.product(own.id));
}

function answerRequest(
  makeOffer: (world: World) => Promise<string>,
  state: OfferAnswer,
  amount?: number,
) {
  return async (world: World) => {
    const url = `/api/offers/${await makeOffer(world)}`;
    return { method: 'PUT' as const, url, payload: { state, ...(amount && { amount }) } };
  };
}
