import type { ReactNode } from 'react';
import { EmptyCase } from '../../ui/illustrations/EmptyCase.tsx';

/** What the pages around signing in share: heading, one form, and the open case beside it. */
export function SessionFrame({
  title,
  lead,
  children,
}: {
  title: string;
  /** Under the heading, in a sentence. */
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-page items-start gap-12 px-4 py-12 md:grid-cols-2 md:py-20">
      <div className="w-full max-w-md">
        <h1>{title}</h1>
        {lead && <p className="mt-3 text-muted">{lead}</p>}
        <p className="mt-4 not-noscript:hidden">This page needs JavaScript to sign you in.</p>
        <div className="mt-8 space-y-8">{children}</div>
      </div>
      <EmptyCase className="sticky top-28 mx-auto w-full max-w-sm max-md:hidden" />
    </div>
  );
}
