import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Site, SiteContext } from '../hydration/site.ts';
import { IdentityContext } from '../identity/identity.ts';
import type { IdentityPort } from '../identity/port.ts';
import { RootErrorBoundary } from '../routing/RootErrorBoundary.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { toastOptions } from './toast-options.ts';

/** The context providers around every page, the same on the server and in the browser. */
export function AppProviders({
  site,
  queryClient,
  identity,
  children,
}: {
  site: Site;
  queryClient: QueryClient;
  identity: IdentityPort;
  children: ReactNode;
}) {
  return (
    <RootErrorBoundary>
      <SiteContext value={site}>
        <IdentityContext value={identity}>
          <QueryClientProvider client={queryClient}>
            {children}
            <Toasts options={toastOptions} />
          </QueryClientProvider>
        </IdentityContext>
      </SiteContext>
    </RootErrorBoundary>
  );
}
