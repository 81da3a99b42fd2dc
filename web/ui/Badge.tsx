import type { ReactNode } from 'react';

/** A short label: Sale, Sold, Paid. The word carries the meaning, colour only supports it. */
export function Badge({
  tone = 'quiet',
  children,
}: {
  tone?: 'brass' | 'quiet' | 'green' | 'red' | 'walnut';
  children: ReactNode;
}) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
