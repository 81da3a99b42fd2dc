import { t } from '#contract/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { AuditTable } from './AuditTable.tsx';
import { auditQuery } from './queries.ts';

/** The audit log for admins: what was done, to whom or what, by whom and when. */
export function AuditPage() {
  const list = usePagedList(auditQuery());
  return (
    <>
      <h1 tabIndex={-1}>{t`Audit log`}</h1>
      <p className="mt-1 mb-6 text-muted">{t`Who verified, changed or deleted what, and when.`}</p>
      <PagedList
        empty={
          <EmptyState title={t`Nothing has been recorded yet`}>
            {t`When an admin verifies a seller, or changes or deletes something that belongs to another user, it is recorded here.`}
          </EmptyState>
        }
        list={list}
        loading={{ label: t`Loading the audit`, rowHeight: 'h-48 sm:h-16' }}
        table={({ items, ref }) => <AuditTable entries={items} ref={ref} />}
        things="entries"
      />
    </>
  );
}
