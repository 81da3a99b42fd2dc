import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { PeopleList } from './PeopleList.tsx';

/** Everybody who buys, for admins to delete. */
export function AllBuyersPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.allBuyers.name}</h1>
      <PeopleList kind="buyer" />
    </>
  );
}
