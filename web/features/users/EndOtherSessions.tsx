import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { endOtherSessionsMutation } from './queries.ts';

/** Signs out all other sessions. */
export function EndOtherSessions() {
  return (
    <EndSessions
      label={t`Sign out everywhere else`}
      onEnded={() => toast.success(t`You are signed out everywhere else`)}
    />
  );
}

/** The same where the provider can only end all sessions, including this one. */
export function EndAllSessions({ onSignedOut }: { onSignedOut: () => void }) {
  return (
    <>
      <p>{t`This browser is signed out with them; log in again afterwards.`}</p>
      <EndSessions
        label={t`Sign out everywhere`}
        onEnded={() => {
          toast.success(t`You are signed out everywhere`);
          onSignedOut();
        }}
      />
    </>
  );
}

function EndSessions({ label, onEnded }: { label: string; onEnded: () => void }) {
  const { provider } = useIdentityPort();
  const ending = useMutation(endOtherSessionsMutation(provider));
  // Not `mutate`, which calls back only while the page is shown: another call may find the session ended first.
  const end = () =>
    void ending.mutateAsync().then(onEnded, ({ message }: Error) => toast.error(message));
  return (
    <div className="space-y-3">
      <Button busyLabel={t`Signing out`} isBusy={ending.isPending} onClick={end}>
        {label}
      </Button>
      <FieldError message={ending.error?.message} />
    </div>
  );
}
