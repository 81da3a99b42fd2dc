import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { originOf, wasRefused } from '../../identity/origin.ts';
import { LoginForm } from '../session/LoginForm.tsx';
import { useRedirectAfterSignIn } from '../session/redirect-after-sign-in.ts';

// Only for buyers who opened a page for sellers.
const SellingTermsView = lazy(async () => ({
  default: (await import('./SellingTermsView.tsx')).SellingTermsView,
}));

/**
 * Signs in and returns to where the person wanted to go. A buyer who was sent here from a page for sellers reads how to become
 * one.
 */
export function LoginPage() {
  const { state } = useLocation();
  const identity = useIdentity();
  useRedirectAfterSignIn();
  const isSignedIn = identity !== null && identity !== 'pending';
  if (!isSignedIn || !wasRefused(state) || !isSellersPage(originOf(state, '')))
    return <LoginForm />;
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 py-8">
      <Suspense fallback={<h1 className="sr-only">{t`Sell your instrument`}</h1>}>
        <SellingTermsView />
      </Suspense>
    </div>
  );
}

function isSellersPage(address: string): boolean {
  return [paths.addProduct(), paths.myProducts()].some((path) => address.startsWith(path));
}
