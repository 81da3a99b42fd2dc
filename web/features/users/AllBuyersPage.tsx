import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { PeopleList } from './PeopleList.tsx';

export function AllBuyersPage() {
  return <PeopleList email={useDashboardUser().email} kind="buyer" />;
}
