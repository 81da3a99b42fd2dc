import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { ExportDialog } from '../session/ExportDialog.tsx';
import { ReasonProofDialog } from '../session/ReasonProofDialog.tsx';
import { PeopleList } from './PeopleList.tsx';
import { exportUserMutation, removeUserForReasonMutation } from './queries.ts';

export function AllBuyersPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{t`All Buyers`}</h1>
      <PeopleList
        exportDialog={(user, close) => (
          <ExportDialog email={email} mutation={exportUserMutation()} onClose={close} user={user} />
        )}
        kind="buyer"
        openRemoval={({ _id }, dialog) => (
          <ReasonProofDialog
            {...dialog}
            email={email}
            id={_id}
            mutation={removeUserForReasonMutation()}
          />
        )}
      />
    </>
  );
}
