import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { apiBase, workerPath } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import { readablePath } from '#contract/page-paths.ts';
import { localAccessToken } from './api/access-token.ts';
import { createClient } from './api/client.ts';
import { NetworkFailure } from './api/failures.ts';
import { firstDataTimeoutMs } from './api/first-data.ts';
import { httpTransport } from './api/http-transport.ts';
import { browserQueryClient } from './api/query-client.ts';
import { safeLocalStorage } from './browser-storage.ts';
import { AppProviders } from './frame/AppProviders.tsx';
import { endEarlyClicks } from './hydration/early-clicks.ts';
import { clearCacheOnUserChange, emailNow } from './identity/clear-cache-on-user-change.ts';
import type { IdentityProvider } from './identity/provider.ts';
import { accessTokenRenewal, renewing } from './identity/renewal.ts';
import { tokenIdentity } from './identity/token-identity.ts';
import { shopRoutes } from './router.tsx';
import { reloadOnMissingChunk } from './routing/chunk-reload.ts';
import { firstPage, readPageState, takeReads } from './routing/first-page.ts';
import { currentShop, languagePrefix, shopHas } from './ui/current-shop.ts';
import './ui/page-language.ts';

const accessToken = localAccessToken(safeLocalStorage, window);
const provider = lazyProvider(async () =>
  (await import('./identity/choose-provider.ts')).chooseProvider(),
);
const refreshAccessToken = accessTokenRenewal({ api: () => api, provider });
const api = createClient(httpTransport({ base: apiBase, accessToken, refreshAccessToken }));
const renew = renewing(accessToken, refreshAccessToken);
const identity = tokenIdentity({ accessToken, renew, provider });
const signedInAs = () => emailNow(identity);
const queryClient = browserQueryClient(api);
const routes = shopRoutes({
  queryClient,
  firstDataTimeoutMs,
  signedInAs,
  isReturning,
  language: language(),
});
let router: DataRouter | undefined;
// This is the page being loaded until the router shows its first page.
reloadOnMissingChunk(() =>
  router?.state.initialized ? (router.state.navigation.location ?? null) : location,
);

// No top-level await: a page's script may import from this module and would then wait forever.
void start();

/** Hydrates the server-rendered page, or renders from scratch when the server could not render it. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  const path = readablePath(location.pathname);
  const hash = readablePath(location.hash);
  if (path !== location.pathname || hash !== location.hash) {
    history.replaceState(null, '', location.origin + path + location.search + hash);
  }
  const state = readPageState(document);
  if (state) takeReads(queryClient, state.queries, signedInAs() !== null);
  const first = state && (await firstPage(routes, location, state.failure, languagePrefix()));
  router = createBrowserRouter(routes, {
    basename: languagePrefix() || '/',
    ...(first ? { hydrationData: first.hydrationData } : {}),
  });
  clearCacheOnUserChange(identity, queryClient);
  const site = state?.site ?? { origin: location.origin, renderedAtMs: Date.now() };
  const shop = (
    <StrictMode>
      <AppProviders identity={identity} queryClient={queryClient} site={site}>
        <RouterProvider router={router} />
      </AppProviders>
    </StrictMode>
  );
  endEarlyClicks();
  if (first?.isAsRendered) hydrateRoot(root, shop);
  else createRoot(root).render(shop);
  const { analytics } = currentShop();
  if (analytics) {
    const measured = router;
    import('./features/analytics/start-analytics.tsx')
      .then(({ startAnalytics }) => startAnalytics(measured, analytics))
      // The shop works without it.
      .catch(() => undefined);
  }
  if (shopHas('worker')) registerWorker();
  if (shopHas('push')) {
    syncDevice();
    identity.subscribe(syncDevice);
  }
}

/** Whose notifications this browser gets, if it was ever allowed to show some. */
function syncDevice(): void {
  const isAllowed = 'Notification' in window && Notification.permission === 'granted';
  if (!isAllowed || identity.current() === 'pending') return;
  void import('./features/push/push-device.ts')
    .then((device) => device.syncDevice(api, signedInAs(), queryClient))
    // The next start does it again.
    .catch(() => undefined);
}

/** Browsers without service workers, and private windows that refuse them, have a page of their own when they are offline. */
function registerWorker(): void {
  navigator.serviceWorker?.register(workerPath, { updateViaCache: 'none' }).catch(() => undefined);
}

/**
 * The browser is already at the entry of its history to which a user goes back, while an address that is opened becomes
 * an entry when the page is ready.
 */
function isReturning(): boolean {
  const { key = 'default' } = (history.state ?? {}) as { key?: string };
  return router !== undefined && router.state.location.key !== key;
}

/**
 * Loads the identity provider in its own script on first use, because most visitors only browse. A failed load is
 * retried on the next call.
 */
function lazyProvider(load: () => Promise<IdentityProvider>): () => Promise<IdentityProvider> {
  let underWay: Promise<IdentityProvider> | undefined;
  return () => {
    underWay ??= load().catch((cause: unknown) => {
      underWay = undefined;
      throw new NetworkFailure(cause);
    });
    return underWay;
  };
}
