import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { paths, patterns } from '../addresses.ts';
import { originOf } from '../identity/origin.ts';
import { buttonLook } from '../ui/button-look.ts';
import { EmptyCase } from '../ui/illustrations/EmptyCase.tsx';

/**
 * What login and register share while accounts are still to come: it says so, and leads on. From an instrument's page one
 * gets back to it; every other page that sends people here would only send them again.
 */
export function AccountsPage({
  title,
  other,
  children,
}: {
  title: string;
  /** The question that leads to the other one of the two pages. */
  other: { question: string; name: string; to: string };
  children: ReactNode;
}) {
  const { state } = useLocation();
  const origin = originOf(state, paths.home());
  const isFromProduct = matchPath(patterns.product, origin) !== null;
  return (
    <div className="mx-auto grid max-w-page items-center gap-12 px-4 py-12 md:grid-cols-2 md:py-20">
      <div>
        <h1>{title}</h1>
        <div className="prose mt-6">{children}</div>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link className={buttonLook('primary')} to={isFromProduct ? origin : paths.home()}>
            {isFromProduct ? 'Back to the instrument' : 'See what is on sale'}
          </Link>
          <Link className={buttonLook()} to={paths.blog()}>
            Read the blog
          </Link>
        </p>
        <p className="mt-8 text-muted">
          {other.question}{' '}
          <Link className="text-link" state={state} to={other.to}>
            {other.name}
          </Link>
        </p>
      </div>
      <EmptyCase className="mx-auto w-full max-w-sm max-md:hidden" />
    </div>
  );
}
