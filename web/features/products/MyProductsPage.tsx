import { Link, useSearchParams } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MyProductsList } from './MyProductsList.tsx';

/** The listings of the signed-in seller. */
export function MyProductsPage() {
  const { email } = useDashboardUser();
  const [address] = useSearchParams();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>{t`My Products`}</h1>
        <div className="flex flex-wrap gap-3">
          <Link className={buttonStyle('quiet')} to={paths.importListings()}>
            <Icon name="list" />
            {t`Import from a file`}
          </Link>
          <Link className={buttonStyle('quiet')} to={paths.addProduct()}>
            <Icon name="plus" />
            {t`Add Product`}
          </Link>
        </div>
      </div>
      <MyProductsList email={email} withoutCategory={address.get('without') === 'category'} />
    </>
  );
}
