import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { PeopleList } from './PeopleList.tsx';

export function AllSellersPage() {
  return <PeopleList email={useDashboardUser().email} kind="seller" />;
}
