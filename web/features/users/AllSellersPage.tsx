import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { PeopleList } from './PeopleList.tsx';

export function AllSellersPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.allSellers.name}</h1>
      <PeopleList kind="seller" />
    </>
  );
}
