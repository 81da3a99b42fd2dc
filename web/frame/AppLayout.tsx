import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { t } from '#contract/text.ts';
import { LogoutProvider } from '../identity/LogoutProvider.tsx';
import { PageLoading } from '../routing/PageLoading.tsx';
import { RouteAnnouncer } from '../routing/RouteAnnouncer.tsx';
import { currentShop } from '../ui/current-shop.ts';
import { Icon } from '../ui/Icon.tsx';
import { Footer } from './Footer.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { ShopBanner } from './ShopBanner.tsx';

const LanguageOffer = lazy(async () => ({
  default: (await import('./LanguageOffer.tsx')).LanguageOffer,
}));

/** The layout of every page: navigation bar, content, footer, and what reacts to navigation. */
export function AppLayout() {
  return (
    <LogoutProvider>
      <div className="flex min-h-dvh flex-col print:block print:min-h-0">
        <a className="skip-link" href="#content">
          {t`Skip to the content`}
        </a>
        <PendingBar />
        <ShopBanner />
        <NavigationBar />
        <main className="flex-1 outline-none" id="content" tabIndex={-1}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
        <OfferOfLanguage />
        <OfflineNote />
        <RouteAnnouncer />
        <ScrollRestoration />
      </div>
    </LogoutProvider>
  );
}

/** Loaded after the page, because few visitors are offered another language. */
function OfferOfLanguage() {
  const [isPageShown, setPageShown] = useState(false);
  useEffect(() => setPageShown(true), []);
  if (!isPageShown || currentShop().languages.length === 1) return null;
  return (
    <Suspense>
      <LanguageOffer />
    </Suspense>
  );
}

/** Shows an overlay while the browser is offline. It covers the page, so nothing shifts. */
function OfflineNote() {
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center"
      role="status"
    >
      {!isOnline && (
        <p className="flex animate-rise items-center gap-2 rounded-md border border-line-strong bg-surface px-4 py-2 shadow-over">
          <Icon className="size-5 text-red" name="warning" />
          {t`You are offline. What you see may be out of date.`}
        </p>
      )}
    </div>
  );
}

function watchConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** A progress bar at the top during navigation. It appears after 300 ms, so that fast pages never flash. */
function PendingBar() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-label={t`Loading the page`}
      className="fixed inset-x-0 top-0 z-50 h-1 animate-late bg-brass-metal"
      role="progressbar"
    />
  );
}
