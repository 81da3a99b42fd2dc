/**
 * The order of the project's folders: each imports only itself and what stands before it. What binds calls to a feature, its
 * `routes.ts`, comes after all features. `layers.test.ts` holds it over the
 * real imports, and compares CONTRIBUTING with it.
 */

export const serverFeatures = [
  ...[
    'instruments',
    'mails',
    'ledger',
    'users',
    'keys',
    'webhooks',
    'push',
    'delivery',
    'alerts',
    'images',
    'clips',
    'products',
    'bookings',
  ],
  ...[
    'wishlist',
    'payments',
    'after-sale',
    'messages',
    'offers',
    'reviews',
    'moderation',
    'payouts',
    'invoices',
  ],
  ...['reconciliation', 'session', 'search', 'saved-searches', 'operations', 'overview'],
  ...['listing-imports', 'exports', 'inventory', 'feeds', 'blog'],
];

export const webFeatures = [
  ...[
    'about',
    'analytics',
    'blog',
    'pages',
    'instruments',
    'delivery',
    'pictures',
    'clips',
    'moderation',
    'alerts',
  ],
  ...['tasks', 'session', 'keys', 'webhooks', 'push', 'reviews', 'after-sale', 'bookings'],
  ...[
    'offers',
    'invoices',
    'payouts',
    'wishlist',
    'products',
    'search',
    'home',
    'sellers',
    'messages',
  ],
  ...['payments', 'imports', 'exports', 'operations', 'overview', 'users', 'selling'],
];

/** A search: results import matching, and matching imports words. */
const searchParts = ['words', 'matching', 'results'].map(
  (part) => `server/features/search/${part}`,
);

export const layers = [
  'contract',
  'server/core',
  'server/config',
  'server/database',
  'server/providers',
  'server/http',
  ...serverFeatures.flatMap((name) => [
    ...(name === 'search' ? searchParts : []),
    `server/features/${name}`,
  ]),
  'server/workflows',
  'server/**/routes.ts',
  'server/jobs',
  'server/backup',
  'server/metrics',
  'server/tracing',
  'server/doctor',
  'server/maintenance',
  'server/app.ts',
  'demo',
  'server/startup',
  'server',
  'web/browser-storage.ts',
  'web/ui',
  'web/api',
  'web/identity',
  'web/cards',
  'web/hydration',
  'web/routing',
  ...webFeatures.map((name) => `web/features/${name}`),
  'web/pages.ts',
  'web/frame',
  'web/router.tsx',
  'web',
];

/**
 * What the order alone does not refuse: files that match `to` are imported only by those that match `by`.
 * @type {readonly { to: RegExp, by: RegExp, why: string }[]}
 */
export const reserved = [
  {
    to: /^contract\/instruments\/\w+\.json$/,
    by: /^(contract\/instruments|server)\//,
    why: 'The browser asks the server about instruments: GET /kinds and GET /brands.',
  },
  {
    to: /^contract\/instruments\/(kinds|brands|shop-instruments)\.ts$/,
    by: /^(server\/|demo\/|contract\/instruments\/shop-instruments\.ts$)/,
    why: 'They load the data of instruments, which the browser asks the server for.',
  },
  {
    to: /^server\//,
    by: /^(server|demo)\//,
    why: 'The web and the contract never import the server.',
  },
  {
    to: /^server\/providers\/(?!\w+\/port\.ts$)/,
    by: /^server\/((providers|doctor|startup)\/|doctor\.ts$)/,
    why: 'Only server/startup chooses an adapter. All others import the port.',
  },
  {
    to: /^server\/config\/(?!\w+-settings\.ts$)/,
    by: /^server\/((config|doctor|startup)\/|\w+\.ts$)/,
    why: 'Settings are read by server/config and passed in.',
  },
  {
    to: /^server\/(features\/.*|workflows)\/routes\.ts$/,
    by: /^server\/app\.ts$/,
    why: 'Routes are put together by server/app.ts.',
  },
  {
    to: /^server\/http\//,
    by: /^server\/((http|startup)\/|app\.ts$|.*\/routes\.ts$|\w+\.ts$)/,
    why: 'HTTP belongs in routes.ts. A rule does not know who calls it.',
  },
  {
    to: /^web\/features\/.*Page\.tsx$/,
    by: /^web\/features\/[\w-]+\/page\.ts$/,
    why: 'A page is loaded by the page.ts of its feature and by no other page.',
  },
];
