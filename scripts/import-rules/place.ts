/** The rooms of the server, each allowed to import those before it. */
export const serverRooms = [
  'users',
  'images',
  'products',
  'bookings',
  'wishlist',
  'payments',
  'session',
] as const;

/** Changes that cross rooms. What is added to them is a decision, so they are named one by one. */
export const deeds: readonly string[] = [
  'server/workflows/withdraw-product.ts',
  'server/workflows/verify-seller.ts',
  'server/workflows/change-user.ts',
  'server/workflows/remove-user.ts',
  'server/workflows/expire-holds.ts',
  'server/workflows/request-return.ts',
  'server/workflows/decide-return.ts',
  'server/workflows/refund-payment.ts',
  'server/workflows/create-payment-intent.ts',
  'server/workflows/reconcile-payments.ts',
  'server/workflows/record-charge.ts',
  'server/workflows/sync-intent.ts',
  'server/workflows/record-payment.ts',
  'server/workflows/receive-card-event.ts',
];

/** What a file is in the house. */
export type Place = InContract | InDemo | InServer | InWeb | InTests;

export type InServer = { floor: 'server'; level: ServerLevel; room?: string; provider?: string };
export type InWeb = { floor: 'web'; level: WebLevel; folder: string };
type InContract = { floor: 'contract'; level: 'all' };
type InDemo = { floor: 'demo'; level: 'all' };
/** A test, or what only tests use. */
export type InTests = { floor: Floor; level: 'test' };

export type Floor = 'contract' | 'server' | 'web' | 'demo';

/** From the top down; a file imports its own level and those below, with the exceptions that the rules name. */
export const serverLevels = [
  'main',
  'app',
  'config',
  'routes and jobs',
  'http',
  'deed',
  'room',
  'ground',
  'adapter',
] as const;
export type ServerLevel = (typeof serverLevels)[number];

export const webLevels = ['main', 'page', 'part', 'access', 'ui', 'ground'] as const;
export type WebLevel = (typeof webLevels)[number];

/** The files that choose the parts: each way of starting, and the shop that they all open. */
const mains = [
  'server/main.ts',
  'server/dev.ts',
  'server/startup/start-shop.ts',
  'server/startup/create-identity-provider.ts',
  'server/startup/create-mail-provider.ts',
  'server/startup/create-image-host.ts',
  'server/startup/create-card-provider.ts',
];
const webMains = [
  'web/main.tsx',
  'web/entry-server.tsx',
  'web/router.tsx',
  'web/routing/dashboard-pages.ts',
];
const accessFolders = ['api', 'identity', 'cards'];

/**
 * Where a file stands. Undefined: the house has no place for it, which is a fault of its own.
 * @param path from the project's folder, with `/`
 */
export function placeOf(path: string): Place | undefined {
  const [floor, folder = '', ...rest] = path.split('/');
  if (floor !== 'contract' && floor !== 'server' && floor !== 'web' && floor !== 'demo') {
    return undefined;
  }
  if (/\.test\.tsx?$/.test(path) || folder === 'testing' || /-samples\.tsx?$/.test(path)) {
    return { floor, level: 'test' };
  }
  if (floor === 'server') return placeInServer(path, rest.length > 0 ? folder : '', rest);
  if (floor === 'web') return placeInWeb(path, rest.length > 0 ? folder : '');
  return { floor, level: 'all' };
}

function placeInServer(path: string, folder: string, rest: string[]): Place | undefined {
  const floor = 'server';
  if (folder === '') {
    if (mains.includes(path)) return { floor, level: 'main' };
    if (path === 'server/app.ts') return { floor, level: 'app' };
    if (path === 'server/config/config.ts') return { floor, level: 'config' };
    return { floor, level: 'ground' };
  }
  if (folder === 'jobs') return { floor, level: 'routes and jobs' };
  if (folder === 'http') return { floor, level: 'http' };
  if (folder === 'database') return { floor, level: 'ground' };
  if (folder === 'providers') {
    const [provider = '', file] = rest;
    return { floor, level: file === 'port.ts' ? 'ground' : 'adapter', provider };
  }
  if (!serverRooms.some((room) => room === folder)) return undefined;
  if (rest[0] === 'routes.ts') return { floor, level: 'routes and jobs', room: folder };
  return { floor, level: deeds.includes(path) ? 'deed' : 'room', room: folder };
}

function placeInWeb(path: string, folder: string): Place {
  const floor = 'web';
  if (folder === '') {
    return { floor, level: webMains.includes(path) ? 'main' : 'ground', folder };
  }
  if (accessFolders.includes(folder)) return { floor, level: 'access', folder };
  if (folder === 'ui') return { floor, level: 'ui', folder };
  const isPage = folder !== 'layout' && /Page\.tsx$/.test(path);
  return { floor, level: isPage ? 'page' : 'part', folder };
}
