import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, useCallback } from 'react';
import { t } from '#contract/text.ts';
import { type Site, SiteContext } from '../hydration/site.ts';
import { emailNow } from '../identity/clear-cache-on-user-change.ts';
import { IdentityContext } from '../identity/identity.ts';
import type { IdentityPort } from '../identity/port.ts';
import { Button } from '../ui/Button.tsx';
import { DraftOwnerContext } from '../ui/dialog-draft.ts';
import { Toasts } from '../ui/Toasts.tsx';

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
  const draftOwner = useCallback(() => emailNow(identity), [identity]);
  return (
    <RootErrorBoundary>
      <SiteContext value={site}>
        <IdentityContext value={identity}>
          <DraftOwnerContext value={draftOwner}>
            <QueryClientProvider client={queryClient}>
              {children}
              <Toasts />
            </QueryClientProvider>
          </DraftOwnerContext>
        </IdentityContext>
      </SiteContext>
    </RootErrorBoundary>
  );
}

/** Shows errors outside every route, where the router cannot help: it offers to reload the document. */
class RootErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="mx-auto max-w-prose px-4 py-16">
        <h1>{t`A string broke`}</h1>
        <p className="my-4 text-muted">{t`Something went wrong. It is our fault, not yours.`}</p>
        <Button onClick={() => location.reload()} variant="primary">
          {t`Load the page again`}
        </Button>
      </main>
    );
  }
}
