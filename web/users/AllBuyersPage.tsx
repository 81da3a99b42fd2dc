import { dashboardPlaces } from '../layout/dashboard-places.ts';
import { PeopleList } from './PeopleList.tsx';

/** Everybody who buys, for admins to delete. */
export function AllBuyersPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardPlaces.allBuyers.name}</h1>
      <PeopleList kind="buyer" />
    </>
  );
}
