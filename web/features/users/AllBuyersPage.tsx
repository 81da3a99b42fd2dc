import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { PeopleList } from './PeopleList.tsx';

export function AllBuyersPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.allBuyers.name}</h1>
      <PeopleList kind="buyer" />
    </>
  );
}
