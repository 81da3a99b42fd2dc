import type { InjectOptions } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import { addImage } from './builders.ts';
import { everybody, get, onlyAdmin, type PermissionRow, users } from './permissions.ts';
import { addressOf, listingForm } from './selling.ts';

/** Other sellers get 404, as if the product did not exist; buyers may not sell at all. */
const ownSellerAndAdmin = users({ buyer: 403, seller: 404, own: 200, admin: 200 });

/** By an external id, everybody has listings of their own only. */
const onlyItsSeller = users({ buyer: 403, seller: 404, own: 200, admin: 404 });

/** The rights to list products, and to existing listings. */
export const sellingPermissions = {
  listProduct: [
    {
      request: async ({ people }) =>
        listing({ image: await uploadedPicture(people.deps.database) }),
      expected: users({ buyer: 403, seller: 201, own: 201, admin: 201 }),
    },
    {
      about: "with own's address",
      request: async ({ people, own }) =>
        listing({ image: await uploadedPicture(people.deps.database), sellerEmail: own.email }),
      // Admins may sell too, but not on behalf of another user.
      expected: users({ buyer: 403, seller: 403, own: 201, admin: 403 }),
    },
  ],
  changeProduct: [
    {
      request: requestForProduct({ method: 'PATCH', payload: { price: 99 } }),
      expected: ownSellerAndAdmin,
    },
  ],
  changeProductStatus: [
    {
      request: requestForProduct({ method: 'PUT', payload: { status: 'advertise' } }),
      expected: ownSellerAndAdmin,
    },
  ],
  withdrawProduct: [
    { request: requestForProduct({ method: 'DELETE' }), expected: ownSellerAndAdmin },
  ],
  readSerial: [
    {
      request: async ({ people, own }) => ({
        url: `/api/products/${await people.make.product(own.id)}/serial`,
      }),
      expected: onlyItsSeller,
    },
  ],
  askForCode: [
    {
      request: async ({ people, own }) => ({
        method: 'POST',
        url: `/api/products/${await people.make.product(own.id)}/code`,
      }),
      expected: onlyItsSeller,
    },
  ],
  setCodePhoto: [
    {
      request: async ({ people, own }) => ({
        method: 'PUT',
        payload: { image: await uploadedPicture(people.deps.database) },
        url: `/api/products/${await people.make.product(own.id)}/code-photo`,
      }),
      expected: onlyItsSeller,
    },
  ],
  removeCodePhoto: [
    {
      request: async ({ people, own }) => ({
        method: 'DELETE',
        url: `/api/products/${await people.make.product(own.id)}/code-photo`,
      }),
      expected: ownSellerAndAdmin,
    },
  ],
  listAllProducts: [{ request: get(() => '/products/all'), expected: onlyAdmin }],
  removeProduct: [
    {
      request: async ({ people, own }) => ({
        method: 'POST',
        payload: { reason: 'Stolen' },
        url: `/api/products/${await people.make.product(own.id)}/removal`,
      }),
      expected: onlyAdmin,
    },
  ],
  listMoreOfSeller: [
    {
      request: get(({ productId }) => `/products/${productId}/more`),
      expected: everybody(200),
    },
  ],
  readListingFigures: [
    {
      request: get(({ own, productId }) => `/products/figures?email=${own.email}&ids=${productId}`),
      expected: users({ buyer: 403, seller: 403, own: 200, admin: 200 }),
    },
  ],
  countProductView: [
    {
      request: async ({ people, own }) => ({
        method: 'POST',
        url: `/api/products/${await people.make.product(own.id)}/view`,
      }),
      expected: everybody(200),
    },
  ],
  listSimilarProducts: [
    {
      request: get(({ productId }) => `/products/${productId}/similar`),
      expected: everybody(200),
    },
  ],
  listProductsById: [
    {
      request: get(({ productId }) => `/products/by-id?ids=${productId}`),
      expected: everybody(200),
    },
  ],
  readSellingTerms: [{ request: get(() => '/selling'), expected: everybody(200) }],
  compareProductPrice: [
    {
      request: get(({ productId }) => `/products/${productId}/prices`),
      expected: everybody(200),
    },
  ],
  compareListingPrice: [
    {
      request: get(() => '/prices?name=Student+trumpet'),
      expected: users({ buyer: 403, seller: 200, own: 200, admin: 200 }),
    },
  ],
  readSeller: [{ request: get(({ own }) => `/sellers/${own.id}`), expected: everybody(200) }],
  upsertListing: [
    {
      request: async ({ people }) => ({
        method: 'PUT',
        url: '/api/listings/SKU-1',
        payload: { ...listingForm, images: [await uploadedPicture(people.deps.database)] },
      }),
      expected: users({ buyer: 403, seller: 200, own: 200, admin: 200 }),
    },
    {
      about: 'with the id of a listing of own',
      request: async ({ people, own }) => ({
        method: 'PUT',
        url: `/api/listings/${await people.make.product(own.id)}`,
        payload: { price: 99 },
      }),
      // To others it is an external id that they have not used: what they send is no whole listing.
      expected: users({ buyer: 403, seller: 400, own: 200, admin: 400 }),
    },
  ],
  upsertListings: [
    {
      request: () => ({
        method: 'POST',
        url: '/api/listings/bulk',
        payload: { listings: [{ externalId: 'SKU-2', price: 99 }] },
      }),
      expected: users({ buyer: 403, seller: 200, own: 200, admin: 200 }),
    },
  ],
  listInventory: [
    {
      request: get(() => '/listings'),
      expected: users({ buyer: 403, seller: 200, own: 200, admin: 200 }),
    },
  ],
  withdrawListing: [
    {
      request: async ({ people, own }) => ({
        method: 'DELETE',
        url: `/api/listings/${await people.make.product(own.id)}`,
      }),
      expected: onlyItsSeller,
    },
  ],
  sellElsewhere: [
    {
      request: async ({ people, own }) => ({
        method: 'POST',
        url: `/api/listings/${await people.make.product(own.id)}/sold-elsewhere`,
        payload: {},
      }),
      expected: onlyItsSeller,
    },
  ],
  listSellerProducts: [
    { request: get(({ own }) => `/sellers/${own.id}/products`), expected: everybody(200) },
  ],
} satisfies Partial<Record<CallName, PermissionRow[]>>;

/** A request for a product that `own` sells. */
function requestForProduct(
  options: Pick<InjectOptions, 'method' | 'payload'>,
): PermissionRow['request'] {
  return async ({ people, own }) => ({
    ...options,
    url: `/api/products/${await people.make.product(own.id)}`,
  });
}

function listing(given: { image: string; sellerEmail?: string }): InjectOptions {
  return { method: 'POST', url: '/api/products', payload: { ...listingForm, ...given } };
}

const uploadedPicture = async (database: Parameters<typeof addImage>[0]) =>
  addressOf(await addImage(database));
