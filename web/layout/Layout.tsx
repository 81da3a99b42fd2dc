import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { Arrival } from './Arrival.tsx';
import { Footer } from './Footer.tsx';
import { LeavingProvider } from './Leaving.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { OfflineNote } from './OfflineNote.tsx';
import { PendingBar } from './PendingBar.tsx';
import { Waiting } from './Waiting.tsx';

/** The frame of every page: bar, content, footer, and what happens on navigation. */
export function Layout() {
  return (
    <LeavingProvider>
      <div className="flex min-h-dvh flex-col">
        <a className="skip-link" href="#content">
          Skip to the content
        </a>
        <PendingBar />
        <NavigationBar />
        <main className="flex-1 outline-none" id="content" tabIndex={-1}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
        <OfflineNote />
        <Arrival />
        <ScrollRestoration />
      </div>
    </LeavingProvider>
  );
}
