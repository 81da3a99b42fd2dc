import { dashboardPlaces } from '../layout/dashboard-places.ts';
import { useDashboardUser } from '../layout/dashboard-user.ts';
import { WishList } from './WishList.tsx';

/** What somebody wants to remember. */
export function WishlistPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{dashboardPlaces.wishlist.name}</h1>
      <div className="mt-6">
        <WishList email={email} />
      </div>
    </>
  );
}
