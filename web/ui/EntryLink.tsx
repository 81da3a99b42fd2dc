import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link of the owner, to a page of the shop or to another site. */
export function EntryLink({
  to,
  className,
  children,
}: {
  to: string;
  className: string;
  children: ReactNode;
}) {
  if (to.startsWith('/')) {
    return (
      <Link className={className} to={to}>
        {children}
      </Link>
    );
  }
  return (
    <a className={className} href={to} rel="external noopener">
      {children}
    </a>
  );
}
