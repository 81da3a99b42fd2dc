import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { WishList } from './WishList.tsx';

export function WishlistPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{t`Wishlist`}</h1>
      <div className="mt-6">
        <WishList email={email} />
      </div>
    </>
  );
}
