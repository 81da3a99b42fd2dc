import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { useDashboardUser } from '../../frame/use-dashboard-user.ts';
import { WishList } from './WishList.tsx';

export function WishlistPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.wishlist.name}</h1>
      <div className="mt-6">
        <WishList email={email} />
      </div>
    </>
  );
}
