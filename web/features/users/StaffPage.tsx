import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { t } from '#contract/text.ts';
import { isOwner } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { AreasDialog } from './AreasDialog.tsx';
import { staffQuery } from './queries.ts';
import { StaffTable } from './StaffTable.tsx';

/** The admins of the shop, and what each may do; owners change it. */
export function StaffPage() {
  const viewer = useDashboardUser();
  const list = usePagedList(staffQuery());
  const [changed, setChanged] = useState<User>();
  return (
    <>
      <h1 tabIndex={-1}>{t`Staff`}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        {isOwner(viewer)
          ? t`Owners have all areas. You decide what the other admins may do; another owner can change yours.`
          : t`Owners have all areas, and decide what the other admins may do.`}
      </p>
      <p className="-mt-4 mb-6 max-w-prose text-muted">
        <Trans>
          To add an admin, the person who runs the server adds their address to{' '}
          <code>ADMIN_EMAILS</code> and starts the shop again. They become an admin with all areas
          when they log in with that address, verified.
        </Trans>
      </p>
      <PagedList
        empty={null}
        list={list}
        loading={{ label: t`Loading the staff`, rowHeight: 'h-40 sm:h-16' }}
        table={({ items, ref }) => (
          <StaffTable onChange={setChanged} ref={ref} users={items} viewer={viewer} />
        )}
        things="entries"
      />
      {changed && (
        <AreasDialog
          email={viewer.email}
          onClose={() => setChanged(undefined)}
          onDone={() => setChanged(undefined)}
          user={changed}
        />
      )}
    </>
  );
}
