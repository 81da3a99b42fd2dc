import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { SecondFactors as Factors } from '#contract/identity/second-factor.ts';
import { plural, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import type { NewCodes } from '../../identity/second-factor.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Passkeys } from './Passkeys.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import {
  addAuthenticatorMutation,
  removeAuthenticatorMutation,
  renewRecoveryCodesMutation,
  secondFactorsQuery,
} from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const AuthenticatorSetup = lazy(async () => ({
  default: (await import('./AuthenticatorSetup.tsx')).AuthenticatorSetup,
}));

/** The person's authenticator app, passkeys and recovery codes. */
export function SecondFactors({ user, deviceName }: { user: User; deviceName: string }) {
  const factors = useQuery(secondFactorsQuery());
  const [codes, setCodes] = useState<readonly string[]>();
  const heading = useRef<HTMLDivElement>(null);
  if (factors.error && !factors.data) {
    return (
      <ErrorState
        isTrying={factors.isFetching}
        message={factors.error.message}
        onTryAgain={() => factors.refetch()}
        title={t`Your second factors did not load`}
      />
    );
  }
  if (!factors.data) return <Skeleton className="h-40 w-full" />;
  if (!factors.data.isEmailVerified) {
    return (
      <p>{t`Verify your email first: open the link in the email that you got when you registered.`}</p>
    );
  }
  const showCodes = ({ recoveryCodes }: NewCodes) => setCodes(recoveryCodes);
  const { hasAuthenticator, passkeys } = factors.data;
  return (
    <div className="space-y-8 outline-none" ref={heading} tabIndex={-1}>
      <Authenticator isOn={hasAuthenticator} onCodes={showCodes} user={user} />
      <Passkeys deviceName={deviceName} onCodes={showCodes} passkeys={passkeys} user={user} />
      {(hasAuthenticator || passkeys.length > 0) && (
        <Codes factors={factors.data} onCodes={showCodes} user={user} />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            // The button that opened it may be gone.
            heading.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface PartProps {
  user: User;
  onCodes: (reply: NewCodes) => void;
}

function Authenticator({ isOn, user, onCodes }: PartProps & { isOn: boolean }) {
  const [asked, setAsked] = useState<'add' | 'remove'>();
  const [totpURI, setTotpURI] = useState<string>();
  const close = () => setAsked(undefined);
  return (
    <div className="space-y-3">
      <h3 className="flex flex-wrap items-center gap-3">
        {t`Authenticator app`} {isOn && <Badge tone="green">{t`On`}</Badge>}
      </h3>
      <p className="text-muted">{t`An app on your phone that shows a new code every 30 seconds.`}</p>
      <Button
        onClick={() => setAsked(isOn ? 'remove' : 'add')}
        variant={isOn ? 'quietDanger' : 'quiet'}
      >
        {isOn ? t`Turn the app off` : t`Add an authenticator app`}
      </Button>
      {asked === 'add' && (
        <ProofDialog
          confirmLabel={t`Continue`}
          confirmVariant="primary"
          email={user.email}
          mutation={addAuthenticatorMutation({ onReply: (reply) => setTotpURI(reply.totpURI) })}
          onClose={close}
          onDone={close}
          title={t`Add an authenticator app`}
          variables={null}
        >
          <p>{t`From then on, logging in takes a code from the app after your password or Google.`}</p>
        </ProofDialog>
      )}
      {totpURI !== undefined && (
        <Suspense>
          <AuthenticatorSetup
            onClose={() => setTotpURI(undefined)}
            onConfirmed={(reply) => {
              setTotpURI(undefined);
              toast.success(t`Your authenticator app is turned on`);
              onCodes(reply);
            }}
            totpURI={totpURI}
          />
        </Suspense>
      )}
      {asked === 'remove' && (
        <ProofDialog
          confirmLabel={t`Turn it off`}
          email={user.email}
          mutation={removeAuthenticatorMutation()}
          onClose={close}
          onDone={close}
          success={t`Your authenticator app is turned off`}
          title={t`Turn the authenticator app off?`}
          variables={null}
        >
          <p>
            {t`You will no longer be asked for its codes. Without a passkey, your password or Google is then enough to log in, and your recovery codes stop working.`}
          </p>
        </ProofDialog>
      )}
    </div>
  );
}

function Codes({ factors, user, onCodes }: PartProps & { factors: Factors }) {
  const left = factors.recoveryCodesLeft;
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  return (
    <div className="space-y-3">
      <h3>{t`Recovery codes`}</h3>
      <p className="text-muted">
        {plural(left, {
          one: '# of them is left. Each logs you in once if you lose everything else.',
          other: '# of them are left. Each logs you in once if you lose everything else.',
        })}
      </p>
      <Button onClick={() => setIsAsked(true)}>{t`Make new recovery codes`}</Button>
      {isAsked && (
        <ProofDialog
          confirmLabel={t`Make new ones`}
          confirmVariant="primary"
          email={user.email}
          mutation={renewRecoveryCodesMutation({ onReply: onCodes })}
          onClose={close}
          onDone={close}
          title={t`Make new recovery codes?`}
          variables={null}
        >
          <p>{t`The ones that you have now will stop working.`}</p>
        </ProofDialog>
      )}
    </div>
  );
}
