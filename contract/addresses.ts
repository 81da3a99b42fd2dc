/**
 * The table of contents: every call, its method and its path below the API's base address.
 * It stands apart from the schemas so that the browser's first page can make calls without loading a validator.
 */
export const addresses = {
  issueAccessToken: { method: 'GET', path: '/jwt' },

  createUser: { method: 'POST', path: '/users' },
  readUser: { method: 'GET', path: '/users/{email}' },
  readIsAdmin: { method: 'GET', path: '/users/admin/{email}' },
  readIsSeller: { method: 'GET', path: '/users/seller/{email}' },
  listUsers: { method: 'GET', path: '/users' },
  verifySeller: { method: 'PUT', path: '/users/{id}' },
  changeUser: { method: 'PATCH', path: '/users/{id}' },
  removeUser: { method: 'DELETE', path: '/users/{id}' },
  exportUser: { method: 'GET', path: '/users/{id}/export' },
  readSummary: { method: 'GET', path: '/summary' },
  listAudit: { method: 'GET', path: '/audit' },

  uploadImage: { method: 'POST', path: '/images' },
  readImageUpload: { method: 'GET', path: '/images/upload' },

  listAdvertised: { method: 'GET', path: '/products' },
  listOwnProducts: { method: 'GET', path: '/products' },
  readProduct: { method: 'GET', path: '/products/{id}' },
  listCategory: { method: 'GET', path: '/category/{name}' },
  listProduct: { method: 'POST', path: '/products' },
  changeProduct: { method: 'PATCH', path: '/products/{id}' },
  changeProductStatus: { method: 'PUT', path: '/products/{id}' },
  wishProduct: { method: 'PUT', path: '/products/{id}' },
  withdrawProduct: { method: 'DELETE', path: '/products/{id}' },
  listMoreOfSeller: { method: 'GET', path: '/products/{id}/more' },

  listBookings: { method: 'GET', path: '/bookings' },
  readBooking: { method: 'GET', path: '/bookings/{id}' },
  bookItem: { method: 'POST', path: '/bookings' },
  releaseBooking: { method: 'DELETE', path: '/bookings/{id}' },
  requestReturn: { method: 'POST', path: '/bookings/{id}/return' },
  decideReturn: { method: 'PUT', path: '/bookings/{id}/return' },
  listReturns: { method: 'GET', path: '/returns' },

  listWishlist: { method: 'GET', path: '/wishlist' },
  removeFromWishlist: { method: 'DELETE', path: '/wishlist/{id}' },

  createPaymentIntent: { method: 'POST', path: '/create-payment-intent' },
  recordPayment: { method: 'POST', path: '/payments' },
  receiveCardEvent: { method: 'POST', path: '/webhooks/cards' },
} as const satisfies Record<string, Address>;

export interface Address {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
}

export type CallName = keyof typeof addresses;
