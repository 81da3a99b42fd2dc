import { useInfiniteQuery } from '@tanstack/react-query';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { AuditTable, AuditTableSkeleton } from './AuditTable.tsx';
import { auditQuery } from './queries.ts';

/** The audit log for admins: what was done, to whom or what, by whom and when. */
export function AuditPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.audit.name}</h1>
      <p className="mt-1 mb-6 text-muted">{dashboardMenu.audit.description}</p>
      <Entries />
    </>
  );
}

function Entries() {
  const list = useInfiniteQuery(auditQuery());
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (!list.data) {
    return list.error ? (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    ) : (
      <AuditTableSkeleton />
    );
  }
  if (entries.length === 0) {
    return (
      <EmptyState title="Nothing has happened yet">
        When an admin verifies a seller, or changes or deletes what is somebody else’s, it is
        written down here.
      </EmptyState>
    );
  }
  return (
    <>
      <AuditTable entries={entries} />
      <ShowMore
        count={entries.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onAsked={() => list.fetchNextPage({ cancelRefetch: false })}
        things="entries"
      />
    </>
  );
}
