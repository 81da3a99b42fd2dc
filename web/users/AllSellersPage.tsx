import { dashboardPlaces } from '../layout/dashboard-places.ts';
import { PeopleList } from './PeopleList.tsx';

/** Everybody who sells, for admins to verify or delete. */
export function AllSellersPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardPlaces.allSellers.name}</h1>
      <PeopleList kind="seller" />
    </>
  );
}
