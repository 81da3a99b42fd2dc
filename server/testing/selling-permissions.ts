import type { InjectOptions } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import { addImage } from './builders.ts';
import { everybody, get, type Row, users } from './permissions.ts';
import { addressOf, listingForm } from './selling.ts';

/** A product is its seller's: to other sellers it is not there, and buyers have nothing to sell. */
const sellers = users({ buyer: 403, seller: 404, own: 200, admin: 200 });

/** Who may list, and do what with listings that are there. */
export const sellingPermissions = {
  listProduct: [
    {
      request: async ({ who }) => listing({ image: await pictureIn(who.deps.database) }),
      expected: users({ buyer: 403, seller: 201, own: 201, admin: 201 }),
    },
    {
      about: "with own's address",
      request: async ({ who, own }) =>
        listing({ image: await pictureIn(who.deps.database), sellerEmail: own.email }),
      // An admin may sell too, but nobody for somebody else.
      expected: users({ buyer: 403, seller: 403, own: 201, admin: 403 }),
    },
  ],
  changeProduct: [
    {
      request: ofOwnProduct({ method: 'PATCH', payload: { price: 99 } }),
      expected: sellers,
    },
  ],
  changeProductStatus: [
    {
      request: ofOwnProduct({ method: 'PUT', payload: { status: 'advertise' } }),
      expected: sellers,
    },
  ],
  withdrawProduct: [{ request: ofOwnProduct({ method: 'DELETE' }), expected: sellers }],
  listMoreOfSeller: [
    {
      request: get(({ productId }) => `/products/${productId}/more`),
      expected: everybody(200),
    },
  ],
} satisfies Partial<Record<CallName, Row[]>>;

/** A request about a product that `own` sells. */
function ofOwnProduct(options: Pick<InjectOptions, 'method' | 'payload'>): Row['request'] {
  return async ({ who, own }) => ({
    ...options,
    url: `/api/products/${await who.make.product(own.id)}`,
  });
}

function listing(given: { image: string; sellerEmail?: string }): InjectOptions {
  return { method: 'POST', url: '/api/products', payload: { ...listingForm, ...given } };
}

const pictureIn = async (database: Parameters<typeof addImage>[0]) =>
  addressOf(await addImage(database));
