import { type ReactNode, useSyncExternalStore } from 'react';
import { t } from '#contract/text.ts';
import { isSiteDataBlocked } from '../../browser-storage.ts';
import { EmptyCase } from '../../ui/illustrations/EmptyCase.tsx';
import { siteDataNeeded } from './site-data-needed.ts';

/**
 * The layout of the pages around signing in: a heading, one form, and an illustration. While something is shown instead,
 * the form keeps what was entered.
 */
export function SessionFrame({
  title,
  lead,
  instead,
  children,
}: {
  title: string;
  /** A sentence below the heading. */
  lead?: ReactNode;
  instead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {instead}
      <div hidden={Boolean(instead)}>
        <div className="mx-auto grid max-w-page items-start gap-12 px-4 py-12 md:grid-cols-2 md:py-20">
          <div className="w-full max-w-md">
            <h1>{title}</h1>
            {lead && <p className="mt-3 text-muted">{lead}</p>}
            <p className="mt-4 not-noscript:hidden">{t`This page needs JavaScript to sign you in.`}</p>
            <SiteDataNotice />
            <div className="mt-8 space-y-8">{children}</div>
          </div>
          <EmptyCase className="sticky top-28 mx-auto w-full max-w-sm max-md:hidden" />
        </div>
      </div>
    </>
  );
}

/** Says before anything is entered that logging in will not last. */
function SiteDataNotice() {
  const isBlocked = useSyncExternalStore(never, isSiteDataBlocked, () => false);
  if (!isBlocked) return null;
  return (
    <p
      className="mt-6 rounded-md border border-line border-s-4 border-s-red bg-surface p-4"
      role="alert"
    >
      {siteDataNeeded()}
    </p>
  );
}

const never = () => () => {};
