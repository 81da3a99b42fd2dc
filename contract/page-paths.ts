import type { Category } from './constants.ts';
import type { SubjectKind } from './moderation-terms.ts';

/** The sections of the About page, each with its own address. */
export type AboutSection = 'contact' | 'jobs' | 'press-kit' | 'elsewhere';

/** The parts of the admin's page about money. */
export const moneyParts = [
  'owed',
  'payouts',
  'disputes',
  'issues',
  'balances',
  'differences',
] as const;
export type MoneyPart = (typeof moneyParts)[number];

/** The parts of the admin's page about jobs and mails. */
export const jobsParts = ['jobs', 'mails', 'retries'] as const;
export type JobsPart = (typeof jobsParts)[number];

/** The printable papers of a sale. */
export const paperKinds = ['receipt', 'refund', 'label'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** The path of every page, for links in pages and mails. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  verifyEmail: () => '/verify-email',
  unsubscribe: (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`,
  category: (name: Category) => `/category/${name}`,
  search: (query?: Record<string, string>) =>
    query ? `/search?${new URLSearchParams(query)}` : '/search',
  product: (id: string) => `/products/${encodeURIComponent(id)}`,
  /** `cursor` is that of a later page, for browsers without scripts. */
  seller: (id: string, cursor?: string) =>
    `/sellers/${encodeURIComponent(id)}${cursor === undefined ? '' : `?cursor=${cursor}`}`,
  report: (kind: SubjectKind, id: string) => `/report/${kind}/${encodeURIComponent(id)}`,
  blog: () => '/blog',
  about: (section?: AboutSection) => (section ? `/about#${section}` : '/about'),
  dashboard: () => '/dashboard',
  overview: () => '/dashboard/overview',
  sell: () => '/dashboard/sell',
  /** `without` leaves only the listings that have no category. */
  myProducts: (without?: 'category') =>
    `/dashboard/myproduct${without ? `?without=${without}` : ''}`,
  addProduct: () => '/dashboard/addproduct',
  editProduct: (id: string) => `/dashboard/myproduct/${encodeURIComponent(id)}/edit`,
  bookings: (as?: 'buyer' | 'seller') => `/dashboard/bookings${as ? `?as=${as}` : ''}`,
  /** `as` is the side whose offers are shown. */
  offers: (as?: 'buyer' | 'seller') => `/dashboard/offers${as ? `?as=${as}` : ''}`,
  payment: (bookingId: string) => `/dashboard/payment/${encodeURIComponent(bookingId)}`,
  paper: (bookingId: string, paper: PaperKind) =>
    `/dashboard/payment/${encodeURIComponent(bookingId)}/${paper}`,
  wishlist: () => '/dashboard/wishlist',
  messages: () => '/dashboard/messages',
  thread: (id: string) => `/dashboard/messages/${encodeURIComponent(id)}`,
  /** Leads to the conversation about a product, or about a booking of it, which may have begun or not. */
  writeAbout: (productId: string, bookingId?: string) =>
    `/dashboard/messages/about/${encodeURIComponent(productId)}${bookingId === undefined ? '' : `?booking=${encodeURIComponent(bookingId)}`}`,
  savedSearches: () => '/dashboard/saved-searches',
  allProducts: () => '/dashboard/allproduct',
  allBookings: () => '/dashboard/allbooking',
  returns: () => '/dashboard/returns',
  earnings: () => '/dashboard/earnings',
  money: (part?: MoneyPart) => `/dashboard/money${part ? `?part=${part}` : ''}`,
  jobs: (part?: JobsPart) => `/dashboard/jobs${part ? `?part=${part}` : ''}`,
  allSellers: () => '/dashboard/allseller',
  allBuyers: () => '/dashboard/allbuyer',
  reports: () => '/dashboard/reports',
  moderation: () => '/dashboard/moderation',
  moderationCase: (id: string) => `/dashboard/moderation/${encodeURIComponent(id)}`,
  audit: () => '/dashboard/audit',
  importExport: () => '/dashboard/import-export',
  importListings: (id?: string) => `/dashboard/import${id ? `/${id}` : ''}`,
  profile: () => '/dashboard/profile',
} as const;

/** The same as patterns for the router. */
export const patterns = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  category: '/category/:name',
  search: '/search',
  product: '/products/:id',
  seller: '/sellers/:id',
  report: '/report/:kind/:id',
  blog: '/blog',
  about: '/about',
  dashboard: '/dashboard',
  overview: '/dashboard/overview',
  sell: '/dashboard/sell',
  myProducts: '/dashboard/myproduct',
  addProduct: '/dashboard/addproduct',
  editProduct: '/dashboard/myproduct/:id/edit',
  bookings: '/dashboard/bookings',
  offers: '/dashboard/offers',
  payment: '/dashboard/payment/:id',
  paper: '/dashboard/payment/:id/:paper',
  wishlist: '/dashboard/wishlist',
  messages: '/dashboard/messages',
  thread: '/dashboard/messages/:id',
  writeAbout: '/dashboard/messages/about/:product',
  savedSearches: '/dashboard/saved-searches',
  allProducts: '/dashboard/allproduct',
  allBookings: '/dashboard/allbooking',
  returns: '/dashboard/returns',
  earnings: '/dashboard/earnings',
  money: '/dashboard/money',
  jobs: '/dashboard/jobs',
  allSellers: '/dashboard/allseller',
  allBuyers: '/dashboard/allbuyer',
  reports: '/dashboard/reports',
  moderation: '/dashboard/moderation',
  moderationCase: '/dashboard/moderation/:id',
  audit: '/dashboard/audit',
  importExport: '/dashboard/import-export',
  importListings: '/dashboard/import/:id?',
  profile: '/dashboard/profile',
  shopPage: '/:page',
  anythingElse: '*',
} as const;

/**
 * The address of a page in a language, from its path in the first one, which has no prefix. Slashes and backslashes before the
 * path are one slash: two would name another host.
 */
export function localizedPath(prefix: string, path: string): string {
  const inside = path.replace(/^[/\\]+/, '');
  return prefix !== '' && /^(?:$|[?#])/.test(inside) ? prefix + inside : `${prefix}/${inside}`;
}

/**
 * What a product page does as soon as a signed-in user arrives: open the booking modal, make an offer, add the product to the
 * wishlist, or ask for the mail that it is free again.
 */
const productIntents = ['book', 'offer', 'wish', 'alert'] as const;
export type ProductIntent = (typeof productIntents)[number];

/** Navigation state for a product page. */
export function arriveTo(intent: ProductIntent): { intent: ProductIntent } {
  return { intent };
}

/** The intent in a navigation state. */
export function intentOf(state: unknown): ProductIntent | undefined {
  if (typeof state !== 'object' || state === null || !('intent' in state)) return undefined;
  return productIntents.find((intent) => intent === state.intent);
}

/**
 * Escapes the percent signs of a path that cannot be decoded, or that has control characters or line breaks when it is:
 * it matches nothing. The server and the browser both read an address by it, so that they show the same page.
 */
export function readablePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    if (!/\p{Cc}|[\u2028\u2029]/u.test(decodeURI(path))) return path;
  } catch {
    // It cannot be decoded.
  }
  return path.replaceAll('%', '%25');
}
