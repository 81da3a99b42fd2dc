import type { ReactNode } from 'react';
import { EmptyCase } from './illustrations/EmptyCase.tsx';

/** Says what belongs here and offers the one next step (`action`, a link or a button). */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center px-4 py-12 text-center">
      <EmptyCase className="mb-6 w-64" />
      <h2>{title}</h2>
      {children && <div className="mt-2 text-muted">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
