import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentity, useIdentityPort } from '../../identity/identity.ts';
import { rememberOrigin } from '../../identity/origin.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useFormAction } from './form-action.ts';
import { ownRecordQuery } from './own-record.ts';
import { SessionFrame } from './SessionFrame.tsx';

/**
 * Opened from the verification mail. It verifies only the address of the signed-in person, and only when the button
 * is pressed, because mail scanners open links too.
 */
export function VerifyEmailPage() {
  const identity = useIdentity();
  const location = useLocation();
  return (
    <SessionFrame title={t`Verify your email`}>
      {identity === 'pending' && <Loading />}
      {identity === null && (
        <>
          <p>{t`Log in with that email first, so that we know it is you.`}</p>
          <Link
            className={buttonStyle('primary')}
            state={rememberOrigin(location)}
            to={paths.login()}
          >
            {t`Login`}
          </Link>
        </>
      )}
      {identity !== null && identity !== 'pending' && <Verification email={identity.email} />}
    </SessionFrame>
  );
}

type Outcome = 'verified' | 'sent';

const outcomes: Record<Outcome, (email: string) => string> = {
  verified: (email) => t`Thank you. ${email} is verified.`,
  sent: (email) => t`A new email is on its way to ${email}.`,
};

function Verification({ email }: { email: string }) {
  const [search] = useSearchParams();
  const token = search.get('token');
  const identity = useIdentityPort();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const attempt = useFormAction();

  const verify = () =>
    attempt.run(async () => {
      await (await identity.provider()).verifyEmail(token ?? '');
      // An address of ADMIN_EMAILS becomes admin at this point.
      await identity.renew();
      void client.invalidateQueries({ queryKey: ownRecordQuery(email).queryKey });
      setOutcome('verified');
    });
  const resend = () =>
    attempt.run(async () => {
      await (await identity.provider()).resendVerification(email);
      setOutcome('sent');
    });
  const mayAskAgain = token === null || attempt.failure !== undefined;
  return (
    <div className="space-y-5">
      {token !== null && outcome === undefined && (
        <>
          <p>{t`You are signed in as ${email}.`}</p>
          <Button
            busyLabel={t`Verifying`}
            isBusy={attempt.isBusy}
            onClick={verify}
            variant="primary"
          >
            {t`Verify this email`}
          </Button>
        </>
      )}
      <p aria-live="polite">{outcome && outcomes[outcome](email)}</p>
      <FieldError message={attempt.failure} />
      {mayAskAgain && outcome !== 'verified' && (
        <Button busyLabel={t`Sending`} isBusy={attempt.isBusy} onClick={resend}>
          {t`Send me a new email`}
        </Button>
      )}
      {outcome === 'verified' && (
        <Link className={buttonStyle('primary')} to={paths.dashboard()}>
          {t`Go to your dashboard`}
        </Link>
      )}
    </div>
  );
}
