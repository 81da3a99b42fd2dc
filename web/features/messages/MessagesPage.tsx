import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { BlockedPeople } from './BlockedPeople.tsx';
import { ThreadList } from './ThreadList.tsx';

/** What a user has asked and answered, as buyer and as seller. */
export function MessagesPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{t`Messages`}</h1>
      <div className="mt-6">
        <ThreadList email={email} />
      </div>
      <BlockedPeople email={email} />
    </>
  );
}
