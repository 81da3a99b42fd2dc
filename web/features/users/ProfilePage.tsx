import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { shopZones } from '#contract/delivery/shop-zones.ts';
import { isolate } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { useLogout } from '../../identity/LogoutProvider.tsx';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Button } from '../../ui/Button.tsx';
import { shopHas } from '../../ui/current-shop.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ConfirmEmail } from '../session/ConfirmEmail.tsx';
import { ExportDialog } from '../session/ExportDialog.tsx';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { useSignInWays } from '../session/queries.ts';
import { ChangeLanguage } from './ChangeLanguage.tsx';
import { ChangeName } from './ChangeName.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ChangePicture } from './ChangePicture.tsx';
import { describeDevice } from './describe-device.ts';
import {
  exportUserMutation,
  removalEffectsQuery,
  removeUserMutation,
  sessionsQuery,
} from './queries.ts';
import { RemovalEffects } from './RemovalEffects.tsx';
import { Sessions } from './Sessions.tsx';

const ChangeAddress = lazy(async () => ({
  default: (await import('./ChangeAddress.tsx')).ChangeAddress,
}));

const Keys = lazy(async () => ({ default: (await import('../keys/Keys.tsx')).Keys }));

const Webhooks = lazy(async () => ({
  default: (await import('../webhooks/Webhooks.tsx')).Webhooks,
}));

const Devices = lazy(async () => ({ default: (await import('../push/Devices.tsx')).Devices }));

const ChangeIntroduction = lazy(async () => ({
  default: (await import('./ChangeIntroduction.tsx')).ChangeIntroduction,
}));

const VerificationForm = lazy(async () => ({
  default: (await import('./VerificationForm.tsx')).VerificationForm,
}));

const TraderForm = lazy(async () => ({ default: (await import('./TraderForm.tsx')).TraderForm }));

const SecondFactors = lazy(async () => ({
  default: (await import('../session/SecondFactors.tsx')).SecondFactors,
}));

/** The page where people edit their data, export it, or delete their account. */
export function ProfilePage() {
  const user = useDashboardUser();
  const { logOut } = useLogout();
  const ways = useSignInWays();
  return (
    <div className="max-w-prose">
      <h1 tabIndex={-1}>{t`Profile`}</h1>
      <Section
        introduction={t`Your name appears with what you sell and book.`}
        title={t`About you`}
      >
        <ChangePicture user={user} />
        <ChangeName user={user} />
        <p>
          <span className="block font-semibold">{t`Email`}</span>
          <bdi className="wrap-anywhere">{user.email}</bdi>
        </p>
        <ConfirmEmail user={user} />
        <ChangeLanguage user={user} />
      </Section>
      {shopZones().length > 0 && (
        <Section
          id="address"
          introduction={t`It is filled in when you book something that is sent. Only its seller sees it, until the sale has ended. It is also the sender on the labels that you print.`}
          title={t`Your address`}
        >
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <ChangeAddress user={user} />
          </Suspense>
        </Section>
      )}
      {user.role !== 'buyer' && (
        <Section
          id="page"
          introduction={
            <Link className="text-link" to={paths.seller(user._id)}>
              {t`See your page as buyers see it`}
            </Link>
          }
          title={t`Your page as a seller`}
        >
          <Suspense fallback={<Skeleton className="h-60 w-full" />}>
            <ChangeIntroduction user={user} />
          </Suspense>
        </Section>
      )}
      {user.role === 'seller' &&
        (user.status !== 'verified' || user.verificationSentAt !== undefined) && (
          <Section
            id="verification"
            introduction={t`Give the shop something to look at. Only admins see it, and a person decides.`}
            title={t`Getting verified`}
          >
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <VerificationForm user={user} />
            </Suspense>
          </Section>
        )}
      {user.role !== 'buyer' && shopHas('traders') && (
        <Section
          id="trader"
          introduction={t`Buyers read it beside everything you sell.`}
          title={t`Do you sell as a trader?`}
        >
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <TraderForm user={user} />
          </Suspense>
        </Section>
      )}
      <Section
        introduction={
          <span>
            <Trans>
              A new password signs you out of all other browsers. If you log in with Google, or have
              forgotten your password,{' '}
              <Link className="text-link" to={paths.forgotPassword()}>
                choose one by email
              </Link>
              .
            </Trans>
          </span>
        }
        title={t`Password`}
      >
        <ChangePassword email={user.email} />
      </Section>
      {ways && !ways.firebase && (
        <Section introduction={t`Adds a second step at login.`} title={t`Second factor`}>
          <FactorsOfSession user={user} />
        </Section>
      )}
      <Section
        introduction={t`If you signed in on a computer that is not yours, sign it out here.`}
        title={t`Where you are signed in`}
      >
        <Sessions onSignedOut={logOut} />
      </Section>
      {shopHas('push') && (
        <Section
          id="notifications"
          introduction={t`Messages, offers, sales, parcels, price drops and saved searches, beside the emails.`}
          title={t`Notifications on your devices`}
        >
          <Suspense fallback={<Skeleton className="h-18 w-full" />}>
            <Devices describe={describeDevice} email={user.email} />
          </Suspense>
        </Section>
      )}
      {user.role !== 'buyer' && (
        <Section
          id="keys"
          introduction={t`With a key, a program does for you what you allow it, such as keeping your listings like your stock.`}
          title={t`API keys`}
        >
          <Suspense fallback={<Skeleton className="h-18 w-full" />}>
            <Keys user={user} />
          </Suspense>
        </Section>
      )}
      {user.role !== 'buyer' && (
        <Section
          id="webhooks"
          introduction={t`The shop calls an address of your program when something happens to what you sell.`}
          title={t`Webhooks`}
        >
          <Suspense fallback={<Skeleton className="h-18 w-full" />}>
            <Webhooks user={user} />
          </Suspense>
        </Section>
      )}
      <Section
        introduction={t`Everything the shop stores about you, in a file that other programs can read.`}
        title={t`Your data`}
      >
        <ExportData user={user} />
      </Section>
      {/* The shop must never be without an admin, so an admin's account is not closed here. */}
      {user.role !== 'admin' && (
        <Section
          introduction={t`You will no longer be able to sign in. What you have not sold is taken off sale, and what you have booked but not paid for can be booked again. Records of payments are kept.`}
          title={t`Delete your account`}
        >
          <CloseAccount onClosed={logOut} user={user} />
        </Section>
      )}
    </div>
  );
}

/** They belong to the session at the identity provider, which may have ended while the access token is still good. */
function FactorsOfSession({ user }: { user: User }) {
  const { provider } = useIdentityPort();
  const sessions = useQuery(sessionsQuery(provider));
  if (sessions.data?.length === 0) return <p>{t`Log in again to see and change them.`}</p>;
  const loading = <Skeleton className="h-40 w-full" />;
  // Whether the sessions failed to load is said in their own section.
  if (!sessions.data) return sessions.error ? null : loading;
  return (
    <Suspense fallback={loading}>
      <SecondFactors deviceName={describeDevice(navigator.userAgent)} user={user} />
    </Suspense>
  );
}

function Section({
  id,
  title,
  introduction,
  children,
}: {
  /** The ids to which links lead. */
  id?: string;
  title: string;
  introduction: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="mt-10 scroll-mt-20 border-t border-line pt-8 first-of-type:mt-6 first-of-type:border-0 first-of-type:pt-0"
      id={id}
    >
      <h2 id={titleId}>{title}</h2>
      <p className="mt-1 text-muted">{introduction}</p>
      <div className="mt-6 space-y-6">{children}</div>
    </section>
  );
}

/** Deletes the person's own account after a confirmation. */
function CloseAccount({ user, onClosed }: { user: User; onClosed: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, isLoading } = useQuery({ ...removalEffectsQuery(user._id), enabled: isAsked });
  const isPossible = Object.values(data?.open ?? {}).every((count) => count === 0);
  const close = () => setIsAsked(false);
  const isOpen = isAsked && !isLoading;
  const { email } = user;
  const name = isolate(user.name);
  return (
    <>
      <Button
        busyLabel={t`Looking up what is open`}
        isBusy={isAsked && isLoading}
        onClick={() => setIsAsked(true)}
        variant="quietDanger"
      >
        {t`Delete my account`}
      </Button>
      {isOpen && !isPossible && (
        <Dialog
          actions={<Button onClick={close}>{t`Close`}</Button>}
          isAlert
          isOpen
          onClose={close}
          title={t`Your account cannot be deleted yet`}
        >
          <RemovalEffects by="self" user={user} />
        </Dialog>
      )}
      {isOpen && isPossible && (
        <ProofDialog
          confirmLabel={t`Delete my account`}
          email={email}
          mutation={removeUserMutation()}
          onClose={close}
          onDone={onClosed}
          success={messages.toast.userDeleted}
          title={t`Delete the account of ${name}?`}
          variables={user}
        >
          <p>{t`The account is ${email}. This cannot be undone.`}</p>
          <RemovalEffects by="self" user={user} />
        </ProofDialog>
      )}
    </>
  );
}

/** Downloads everything that the shop stores about a person. */
function ExportData({ user }: { user: User }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>
        <Icon name="download" />
        {t`Download my data`}
      </Button>
      {isAsked && (
        <ExportDialog
          email={user.email}
          mutation={exportUserMutation()}
          onClose={() => setIsAsked(false)}
          user={user}
        />
      )}
    </>
  );
}
