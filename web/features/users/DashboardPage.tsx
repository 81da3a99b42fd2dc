import { Trans } from '@lingui/react/macro';
import { roleNames } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { currentShop } from '../../ui/current-shop.ts';
import { EmailText } from '../../ui/EmailText.tsx';
import { formatMonth } from '../../ui/format.ts';
import { LaunchSteps } from '../overview/LaunchSteps.tsx';
import { Seal } from '../products/VerifiedSeal.tsx';
import { ConfirmEmail } from '../session/ConfirmEmail.tsx';
import { TaskList } from '../tasks/TaskList.tsx';
import { SummaryFigures } from './SummaryFigures.tsx';

/** The dashboard's home: who is signed in, what to do next, and the figures for their role. */
export function DashboardPage() {
  const user = useDashboardUser();
  const { name } = user;
  const shop = currentShop().name;
  const month = formatMonth(user.time);
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar
          address={user.image}
          alt={t`Your profile photo`}
          className="size-16 text-xl"
          name={name}
          sizes="4rem"
          source={user.picture}
        />
        <div className="min-w-0">
          <h1 className="wrap-anywhere" tabIndex={-1}>
            <Trans>
              Welcome, <bdi>{name}</bdi>
            </Trans>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <span className="wrap-anywhere">
              <EmailText email={user.email} />
            </span>
            <Badge>{roleNames[user.role]}</Badge>
            {user.status === 'verified' && (
              <span className="inline-flex items-center gap-1 font-semibold text-green">
                <Seal />
                <span>{messages.product.verifiedSeller}</span>
              </span>
            )}
            <span>{t`With ${shop} since ${month}`}</span>
          </p>
        </div>
      </div>
      <TaskList first={user.emailUnconfirmed && <ConfirmEmail user={user} />} user={user} />
      <SummaryFigures role={user.role} />
      {/* Last, because it comes late when the page is opened by its address: nothing is pushed down. */}
      {mayActIn('shop', user) && <LaunchSteps />}
    </>
  );
}
