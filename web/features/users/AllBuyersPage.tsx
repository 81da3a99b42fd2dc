import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { useDashboardUser } from '../../frame/use-dashboard-user.ts';
import { ExportDialog } from '../session/ExportDialog.tsx';
import { PeopleList } from './PeopleList.tsx';
import { exportUserMutation } from './queries.ts';

export function AllBuyersPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.allBuyers.name}</h1>
      <PeopleList
        exportDialog={(user, close) => (
          <ExportDialog email={email} mutation={exportUserMutation()} onClose={close} user={user} />
        )}
        kind="buyer"
      />
    </>
  );
}
