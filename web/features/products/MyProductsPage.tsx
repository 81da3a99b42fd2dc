import { lazy, Suspense } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MyProductsList } from './MyProductsList.tsx';

// After a listing alone.
const Published = lazy(async () => ({ default: (await import('./own/Published.tsx')).Published }));

/** The listings of the signed-in seller. */
export function MyProductsPage() {
  const { email } = useDashboardUser();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const published = publishedOf(useLocation().state);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>{t`My Products`}</h1>
        <div className="flex flex-wrap gap-3">
          <Link className={buttonStyle('primary')} to={paths.addProduct()}>
            <Icon name="plus" />
            {t`Add Product`}
          </Link>
          <Link className={buttonStyle('quiet')} to={paths.importListings()}>
            <Icon name="list" />
            {t`Import from a file`}
          </Link>
        </div>
      </div>
      {published !== undefined && (
        <Suspense>
          <Published
            id={published}
            onClose={() => void navigate('.', { replace: true, preventScrollReset: true })}
          />
        </Suspense>
      )}
      <MyProductsList email={email} withoutCategory={address.get('without') === 'category'} />
    </>
  );
}

/** The id of what was just put on sale, as the form has passed it on. A reload shows it again, another page ends it. */
function publishedOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('published' in state)) return undefined;
  return typeof state.published === 'string' ? state.published : undefined;
}
