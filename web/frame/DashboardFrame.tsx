import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Link, Navigate, Outlet, useLocation, useMatches } from 'react-router';
import type { Audience } from '#contract/constants.ts';
import { adminFactorRequired, adminFactorTexts } from '#contract/identity/admin-factor.ts';
import { labelSeparator } from '#contract/isolate.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { areaRefusals } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { CallFailure } from '../api/failures.ts';
import { audienceQuery, ownRecordQuery } from '../features/session/own-record.ts';
import { changeUserMutation } from '../features/users/queries.ts';
import { Moment } from '../hydration/Moment.tsx';
import { useIdentity } from '../identity/identity.ts';
import { rememberOrigin } from '../identity/origin.ts';
import {
  type PageArea,
  type PageDefinition,
  pageDefinitionOf,
} from '../routing/page-definition.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { chosenLanguage } from '../ui/chosen-language.ts';
import { currentShop } from '../ui/current-shop.ts';
import { LoadingOrError } from '../ui/LoadingOrError.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { timeZone } from '../ui/time-zone.ts';
import { SideMenu } from './SideMenu.tsx';
import { mayOpen } from './side-menu.ts';

/**
 * Wraps the dashboard pages with the side menu. It loads the user record first, because the record decides what is
 * in the menu; pages read it with `useDashboardUser`. The guard around this frame admits only signed-in users.
 */
export function DashboardFrame() {
  const identity = useIdentity();
  if (identity === null || identity === 'pending') return null;
  return <DashboardOf email={identity.email} key={identity.email} />;
}

/** The dashboard of the user with this email address. */
export function DashboardOf({ email }: { email: string }) {
  const { openTo: audience, area } = useOpening();
  const record = useQuery(ownRecordQuery(email));
  // Requested in parallel, so that the role is known when the record arrives.
  const access = useAccess(audience, email);
  const { data: user } = record;
  useSyncedMailSettings(user);
  if (!user) {
    return (
      <div className={frame}>
        <SkeletonMenu />
        <div className={content}>
          <LoadingOrError
            heading={t`Dashboard`}
            label={t`Loading your dashboard`}
            query={record}
            title={t`Your account did not load`}
          />
        </div>
      </div>
    );
  }
  return (
    <div className={frame}>
      <SideMenu user={user} />
      <div className={content}>
        <LinkToSecondFactor />
        {user.restriction && <RestrictionNotice restriction={user.restriction} />}
        {access.data === true ? (
          area === undefined || mayOpen(area, user) ? (
            <Outlet context={user} />
          ) : (
            <AreaMissing area={area} />
          )
        ) : (
          <NotYetOpen access={access} />
        )}
      </div>
    </div>
  );
}

const frame =
  'mx-auto max-w-page px-4 print:block! lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10 lg:pt-10';
/** As high as the screen, so that the footer does not move into sight while the page is short. */
const content = 'min-h-dvh min-w-0 pt-6 lg:pt-0 print:min-h-0 print:pt-0';

/** The side menu before it is known what is in it. On small screens it is in the navigation bar. */
function SkeletonMenu() {
  return (
    <div className="space-y-3 pt-1 max-lg:hidden">
      {['w-24', 'w-32', 'w-28', 'w-36', 'w-24', 'w-32', 'w-28', 'w-20'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Skeleton className={`h-6 ${width}`} key={index} />
      ))}
    </div>
  );
}

/** Mails are written in the language that was chosen in this browser, with times in its zone. */
function useSyncedMailSettings(user: User | undefined): void {
  const { mutate } = useMutation(changeUserMutation());
  const { _id, language, timeZone: storedZone } = user ?? {};
  useEffect(() => {
    if (!_id) return;
    const shop = currentShop();
    const chosen = chosenLanguage.read();
    const isSpoken = shop.languages.some(({ tag }) => tag === chosen);
    const zone = timeZone();
    const changes = {
      ...(chosen && isSpoken && chosen !== language && { language: chosen }),
      ...(zone !== (storedZone ?? shop.timeZone ?? 'UTC') && { timeZone: zone }),
    };
    if (Object.keys(changes).length > 0) mutate({ _id, ...changes });
  }, [_id, language, storedZone, mutate]);
}

/** Shown while the role is loading, when it cannot be loaded, and when it does not permit this page. */
function NotYetOpen({ access }: { access: ReturnType<typeof useAccess> }) {
  const location = useLocation();
  if (access.data === false) {
    return <Navigate replace state={rememberOrigin(location, true)} to={paths.login()} />;
  }
  return (
    <LoadingOrError heading={t`Dashboard`} label={t`Checking what you may see`} query={access} />
  );
}

/** Instead of a page of an area that the admin does not have. */
function AreaMissing({ area }: { area: PageArea }) {
  const [first] = [area].flat();
  return (
    <>
      <h1 tabIndex={-1}>{t`Not for your account`}</h1>
      <p className="mt-2 max-w-prose">{first && t(areaRefusals[first])}</p>
    </>
  );
}

/** What a decision of the admins has taken from the account, on every page of the dashboard. */
function RestrictionNotice({ restriction }: { restriction: NonNullable<User['restriction']> }) {
  const { kind, until } = restriction;
  return (
    <div className="mb-6 max-w-prose rounded-lg border border-red bg-red-tint p-4">
      <p className="font-semibold">
        <span>
          {kind === 'limited' ? t`Your account is limited` : t`Your account is suspended`}
        </span>
        {until && (
          <span>
            <span>{labelSeparator()}</span>
            <Trans>
              until <Moment at={until} />
            </Trans>
          </span>
        )}
      </p>
      <p>
        {kind === 'limited'
          ? t`You cannot publish listings, messages, reviews or offers. Bookings and sales go on.`
          : t`Nobody sees your listings. You can finish your sales, export your data and appeal.`}
      </p>
      <p className="mt-2">
        <Link className="text-link" to={paths.reports()}>
          {t`Why, and how to appeal`}
        </Link>
      </p>
    </div>
  );
}

/** Shown while the page has failed for want of the second factor that the shop requires of admins. */
function LinkToSecondFactor() {
  const cache = useQueryClient().getQueryCache();
  const isMissing = () =>
    cache.getAll().some((query) => query.isActive() && isFactorMissing(query.state.error));
  const isShown = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    isMissing,
    () => false,
  );
  if (!isShown) return null;
  return (
    <p className="mb-6">
      <Link className={buttonStyle('primary')} to={paths.profile()}>
        {adminFactorTexts.addLink}
      </Link>
    </p>
  );
}

function isFactorMissing(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.flags.code === adminFactorRequired.code;
}

/** The audience of the current page and the area of admins; neither when it is open to every signed-in user. */
function useOpening(): Pick<PageDefinition, 'openTo' | 'area'> {
  const match = useMatches().at(-1);
  return (match && pageDefinitionOf(match)) ?? {};
}

function useAccess(audience: Audience | undefined, email: string) {
  const asked = useQuery({
    ...audienceQuery(audience ?? 'admins', email),
    enabled: audience !== undefined,
  });
  return audience === undefined ? { ...asked, data: true, error: null } : asked;
}
