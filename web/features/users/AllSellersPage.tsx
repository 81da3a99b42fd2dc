import { mayActIn } from '#contract/users/admin-areas.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { PeopleList } from './PeopleList.tsx';

export function AllSellersPage() {
  const viewer = useDashboardUser();
  return <PeopleList email={viewer.email} kind="seller" maySeeMoney={mayActIn('money', viewer)} />;
}
