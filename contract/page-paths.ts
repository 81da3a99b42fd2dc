import type { SubjectKind } from '#contract/moderation/moderation-terms.ts';
import type { Category } from './constants.ts';

/** The sections of the About page, each with its own address. */
export type AboutSection = 'contact' | 'jobs' | 'press-kit' | 'elsewhere';

/** The parts of the admin's page about money. */
export const moneyParts = [
  'owed',
  'payouts',
  'invoices',
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
export const paperKinds = ['receipt', 'refund', 'label', 'customs'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** The address of a page, made from its params in their order and from `Query`. */
export type PagePath<Params extends readonly string[], Query extends readonly unknown[] = []> = {
  (...args: [...Params, ...Query]): string;
  /** The same for the router, such as `/products/:id`. */
  readonly pattern: string;
};

type ParamsOf<Pattern extends string> = Pattern extends `${string}/:${string}/${infer Rest}`
  ? [string, ...ParamsOf<`/${Rest}`>]
  : Pattern extends `${string}/:${string}`
    ? [string]
    : [];

/**
 * @param toQuery makes the query from what follows the params; what is undefined is left out
 */
function page<
  const Pattern extends string,
  Query extends readonly unknown[] = [],
  Params extends readonly string[] = ParamsOf<Pattern>,
>(
  pattern: Pattern,
  toQuery?: (...query: Query) => Record<string, string | undefined>,
): PagePath<Params, Query> {
  const paramCount = pattern.split('/:').length - 1;
  const path = (...args: readonly unknown[]): string => {
    const params = args.slice(0, paramCount).map((param) => encodeURIComponent(String(param)));
    const address = pattern.replace(/:\w+/g, () => params.shift() ?? '');
    const given = toQuery?.(...(args.slice(paramCount) as unknown as Query)) ?? {};
    const query = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    return query.length === 0 ? address : `${address}?${new URLSearchParams(query)}`;
  };
  return Object.assign(path, { pattern });
}

type Side = 'buyer' | 'seller';

/** The path of every page, for links in pages and mails. */
export const paths = {
  home: page('/'),
  login: page('/login'),
  register: page('/register'),
  forgotPassword: page('/forgot-password'),
  resetPassword: page('/reset-password'),
  verifyEmail: page('/verify-email'),
  unsubscribe: page('/unsubscribe', (token: string) => ({ token })),
  category: page<'/category/:name', [], [Category]>('/category/:name'),
  /** Everyone may open them, unlike `category`: all kinds, or one category, kind, maker, or kind of one maker. */
  instruments: Object.assign(instrumentsPath, { pattern: '/instruments/:group?/:name?' }),
  search: page('/search', (query?: Record<string, string>) => query ?? {}),
  product: page('/products/:id'),
  /** `cursor` is that of a later page, for browsers without scripts. */
  seller: page('/sellers/:id', (cursor?: string) => ({ cursor })),
  report: page<'/report/:kind/:id', [], [SubjectKind, string]>('/report/:kind/:id'),
  blog: page('/blog'),
  blogPost: page('/blog/:post'),
  about: Object.assign((section?: AboutSection) => (section ? `/about#${section}` : '/about'), {
    pattern: '/about',
  }),
  dashboard: page('/dashboard'),
  overview: page('/dashboard/overview'),
  /** How selling works, for everyone. */
  selling: page('/sell'),
  sell: page('/dashboard/sell'),
  /** `without` leaves only the listings that have no category. */
  myProducts: page('/dashboard/myproduct', (without?: 'category') => ({ without })),
  addProduct: page('/dashboard/addproduct'),
  editProduct: page('/dashboard/myproduct/:id/edit'),
  codePhoto: page('/dashboard/myproduct/:id/code-photo'),
  bookings: page('/dashboard/bookings', (as?: Side) => ({ as })),
  /** `as` is the side whose offers are shown. */
  offers: page('/dashboard/offers', (as?: Side) => ({ as })),
  /** With `review` the form for it is open. */
  payment: page('/dashboard/payment/:id', (open?: 'review') => ({ open })),
  paper: page<'/dashboard/payment/:id/:paper', [], [string, PaperKind]>(
    '/dashboard/payment/:id/:paper',
  ),
  wishlist: page('/dashboard/wishlist'),
  messages: page('/dashboard/messages'),
  thread: page('/dashboard/messages/:id'),
  /** Leads to the conversation about a product, or about a booking of it, which may have begun or not. */
  writeAbout: page('/dashboard/messages/about/:product', (booking?: string) => ({ booking })),
  savedSearches: page('/dashboard/saved-searches'),
  allProducts: page('/dashboard/allproduct'),
  allBookings: page('/dashboard/allbooking'),
  returns: page('/dashboard/returns'),
  earnings: page('/dashboard/earnings'),
  /** Of an invoice for the commission, or a credit note. */
  invoice: page('/dashboard/invoices/:id'),
  money: page('/dashboard/money', (part?: MoneyPart) => ({ part })),
  jobs: page('/dashboard/jobs', (part?: JobsPart) => ({ part })),
  allSellers: page('/dashboard/allseller'),
  allBuyers: page('/dashboard/allbuyer'),
  reports: page('/dashboard/reports'),
  stolen: page('/dashboard/stolen'),
  moderation: page('/dashboard/moderation'),
  moderationCase: page('/dashboard/moderation/:id'),
  audit: page('/dashboard/audit'),
  staff: page('/dashboard/staff'),
  importExport: page('/dashboard/import-export'),
  importListings: Object.assign((id?: string) => `/dashboard/import${id ? `/${id}` : ''}`, {
    pattern: '/dashboard/import/:id?',
  }),
  profile: page('/dashboard/profile'),
} as const;

/** Of a category, or of a kind and a maker by their ids. */
function instrumentsPath({
  category,
  kind,
  maker,
}: {
  category?: Category;
  kind?: string;
  maker?: string;
} = {}): string {
  const steps = category
    ? ['categories', category.toLowerCase()]
    : [kind ?? (maker === undefined ? undefined : 'makers'), maker];
  const named = steps.flatMap((step) => (step === undefined ? [] : encodeURIComponent(step)));
  return ['/instruments', ...named].join('/');
}

/** Pages of the owner, whose paths are in the settings of the shop. */
export const shopPagePattern = '/:page';

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
