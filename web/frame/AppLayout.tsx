import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { PageLoading } from '../routing/PageLoading.tsx';
import { PendingBar } from '../routing/PendingBar.tsx';
import { RouteAnnouncer } from '../routing/RouteAnnouncer.tsx';
import { Footer } from './Footer.tsx';
import { LogoutProvider } from './LogoutProvider.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { OfflineNote } from './OfflineNote.tsx';

/** The layout of every page: navigation bar, content, footer, and what reacts to navigation. */
export function AppLayout() {
  return (
    <LogoutProvider>
      <div className="flex min-h-dvh flex-col">
        <a className="skip-link" href="#content">
          Skip to the content
        </a>
        <PendingBar />
        <NavigationBar />
        <main className="flex-1 outline-none" id="content" tabIndex={-1}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
        <OfflineNote />
        <RouteAnnouncer />
        <ScrollRestoration />
      </div>
    </LogoutProvider>
  );
}
