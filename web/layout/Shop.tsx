import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IdentityContext } from '../identity/identity.ts';
import type { IdentityPort } from '../identity/port.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { LastResort } from './LastResort.tsx';
import { type Site, SiteContext } from './site.ts';
import { toastOptions } from './toast-options.ts';

/** What is around every page, the same on the server and in the browser. */
export function Shop({
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
    <LastResort>
      <SiteContext value={site}>
        <IdentityContext value={identity}>
          <QueryClientProvider client={queryClient}>
            {children}
            <Toasts options={toastOptions} />
          </QueryClientProvider>
        </IdentityContext>
      </SiteContext>
    </LastResort>
  );
}
