import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { User } from '#contract/users.ts';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { useLogout } from '../../frame/LogoutProvider.tsx';
import { useDashboardUser } from '../../frame/use-dashboard-user.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ConfirmEmail } from '../session/ConfirmEmail.tsx';
import { ExportDialog } from '../session/ExportDialog.tsx';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { useSignInWays } from '../session/queries.ts';
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

const SecondFactors = lazy(async () => ({
  default: (await import('../session/SecondFactors.tsx')).SecondFactors,
}));

/** Where people edit their data, export it, or delete their account. */
export function ProfilePage() {
  const user = useDashboardUser();
  const { logOut } = useLogout();
  const ways = useSignInWays();
  return (
    <div className="max-w-prose">
      <h1 tabIndex={-1}>{dashboardMenu.profile.name}</h1>
      <Section introduction="Your name appears with what you sell and book." title="About you">
        <ChangePicture user={user} />
        <ChangeName user={user} />
        <p>
          <span className="block font-semibold">Email</span>
          <span className="wrap-anywhere">{user.email}</span>
        </p>
        <ConfirmEmail user={user} />
      </Section>
      <Section
        introduction={
          <span>
            A new password signs you out of all other browsers. If you log in with Google, or have
            forgotten your password,{' '}
            <Link className="text-link" to={paths.forgotPassword()}>
              choose one by email
            </Link>
            .
          </span>
        }
        title="Password"
      >
        <ChangePassword email={user.email} />
      </Section>
      {ways && !ways.firebase && (
        <Section introduction="Adds a second step at login." title="Second factor">
          <FactorsOfSession user={user} />
        </Section>
      )}
      <Section
        introduction="If you signed in on a computer that is not yours, sign it out here."
        title="Where you are signed in"
      >
        <Sessions onSignedOut={logOut} />
      </Section>
      <Section
        introduction="Everything the shop stores about you, in a file that other programs can read."
        title="Your data"
      >
        <ExportData user={user} />
      </Section>
      {/* The shop must never be without an admin, so an admin's account is not closed here. */}
      {user.role !== 'admin' && (
        <Section
          introduction="You will no longer be able to sign in. What you have not sold is taken off sale, and what you have booked but not paid for can be booked again. Records of payments are kept."
          title="Delete your account"
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
  if (sessions.data?.length === 0) return <p>Log in again to see and change them.</p>;
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
  title,
  introduction,
  children,
}: {
  title: string;
  introduction: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mt-10 border-t border-line pt-8 first-of-type:mt-6 first-of-type:border-0 first-of-type:pt-0">
      <h2>{title}</h2>
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
  return (
    <>
      <Button
        busyLabel="Looking up what is open"
        isBusy={isAsked && isLoading}
        onClick={() => setIsAsked(true)}
        variant="quietDanger"
      >
        Delete my account
      </Button>
      {isOpen && !isPossible && (
        <Dialog
          actions={<Button onClick={close}>Close</Button>}
          isAlert
          isOpen
          onClose={close}
          title="Your account cannot be deleted yet"
        >
          <RemovalEffects by="self" user={user} />
        </Dialog>
      )}
      {isOpen && isPossible && (
        <ProofDialog
          confirmLabel="Delete my account"
          email={user.email}
          mutation={removeUserMutation()}
          onClose={close}
          onDone={onClosed}
          success={messages.toast.userDeleted}
          title={`Delete the account of ${user.name}?`}
          variables={user}
        >
          <p>{`The account is ${user.email}. This cannot be undone.`}</p>
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
        Download my data
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
