import { Trans } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { demoAccounts, demoPassword } from '#contract/identity/demo-accounts.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { wasRefused } from '../../identity/origin.ts';
import { categoryLink } from '../../routing/browse-links.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActionForm } from './ActionForm.tsx';
import { useFormAction } from './form-action.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { LoginReason } from './LoginReason.tsx';
import { categoryToReturnTo } from './login-reasons.ts';
import { OtherForm } from './OtherForm.tsx';
import { useSignInWays } from './queries.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { signInWithPassword } from './sign-in.ts';
import { useGoogleSignIn, useSignInDeps } from './sign-in-deps.ts';
import { useCheckedForm } from './use-checked-form.ts';
import { useFirstInteraction } from './use-first-interaction.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import { useSecondStep } from './use-second-step.tsx';

const loadSchema = async () => (await import('./forms.ts')).loginForm;

/** Signs in. The page around it leads to where the person wanted to go. */
export function LoginForm() {
  const { state } = useLocation();
  const { errors, form, check, fill } = useCheckedForm(loadSchema);
  const byPassword = useFormAction();
  const byGoogle = useFormAction();
  const loadDeps = useSignInDeps();
  const signInWithGoogle = useGoogleSignIn();
  const secondStep = useSecondStep();
  const ways = useSignInWays();
  const category = categoryToReturnTo(state);
  // Firebase's window opens only immediately after a click, so what it needs is loaded before.
  useFirstInteraction(() => {
    void loadSchema().catch(() => undefined);
    void loadDeps().catch(() => undefined);
  });

  const signIn = () =>
    byPassword.run(async () => {
      const credentials = await check();
      if (credentials) await secondStep.signIn(signInWithPassword(await loadDeps(), credentials));
    });
  return (
    <SessionFrame
      instead={secondStep.page}
      lead={<OtherForm name={t`Register`} question={t`New here?`} to={paths.register()} />}
      title={t`Login`}
    >
      {wasRefused(state) && (
        <p className="rounded-md border border-line border-s-4 border-s-brass bg-surface p-4">
          <Trans>
            Your account cannot open that page. Log in with one that can, or go back to your{' '}
            <Link className="text-link" to={paths.dashboard()}>
              dashboard
            </Link>
            .
          </Trans>
        </p>
      )}
      <LoginReason />
      {category && (
        <p>
          <Link className="text-link inline-block py-1" to={categoryLink(category)}>
            {t`See what is on sale without logging in`}
          </Link>
        </p>
      )}
      <ActionForm {...form} actions={[byPassword, byGoogle]} onSubmit={signIn}>
        <TextField
          autoCapitalize="none"
          autoComplete="username"
          error={errors.email}
          inputMode="email"
          label={t`Email`}
          name="email"
          type="email"
        />
        <PasswordField
          autoComplete="current-password"
          error={errors.password}
          label={t`Password`}
          name="password"
          showLabel={t`Show password`}
        />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Button
            busyLabel={t`Logging in`}
            isBusy={byPassword.isBusy}
            type="submit"
            variant="primary"
          >
            {t`Login`}
          </Button>
          <Link className="text-link py-2" to={paths.forgotPassword()}>
            {t`Forgot your password?`}
          </Link>
        </div>
      </ActionForm>
      <GoogleButton
        isBusy={byGoogle.isBusy}
        onPress={() => {
          byPassword.forget();
          void byGoogle.run(() => secondStep.signIn(signInWithGoogle()));
        }}
      />
      {ways && !ways.firebase && (
        <PasskeyButton
          onPress={() => {
            byPassword.forget();
            byGoogle.forget();
          }}
        />
      )}
      <DemoAccounts onChoose={fill} />
    </SessionFrame>
  );
}

/** Lists the demo accounts and their password. Renders nothing outside the demo. */
function DemoAccounts({
  onChoose,
}: {
  onChoose: (account: Readonly<Record<'email' | 'password', string>>) => void;
}) {
  const ways = useSignInWays();
  if (!ways?.demo) return null;
  return (
    <section
      aria-labelledby="demo-accounts"
      className="rounded-lg border border-line bg-surface p-5 shadow-rest"
    >
      <h2 className="text-subheading leading-tight" id="demo-accounts">
        {t`This is a demo`}
      </h2>
      <p className="mt-1 text-sm text-muted">
        <Trans>
          Try any of these accounts. The password for each is{' '}
          <code className="font-semibold text-ink">{demoPassword}</code>
        </Trans>
      </p>
      <ul className="mt-3 divide-y divide-line">
        {demoAccounts.map(({ email, is }) => (
          <li className="flex items-center gap-3 py-2" key={email}>
            <span className="min-w-0 flex-1 text-sm">
              <span className="block font-semibold">{is}</span>
              <bdi className="block text-muted wrap-anywhere">{email}</bdi>
            </span>
            <Button
              aria-label={t`Fill in ${email}`}
              onClick={() => onChoose({ email, password: demoPassword })}
              size="small"
            >
              {t`Fill in`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Log in with a passkey'. The boot script says whether the browser has them, so that it is there from the first paint. */
function PasskeyButton({ onPress }: { onPress: () => void }) {
  const { isBusy, failure, signIn } = usePasskeySignIn();
  return (
    <div className="space-y-3 not-in-data-passkeys:hidden">
      <Button
        busyLabel={t`Waiting for your passkey`}
        className="w-full"
        isBusy={isBusy}
        onClick={() => {
          onPress();
          void signIn();
        }}
      >
        {t`Log in with a passkey`}
      </Button>
      <FieldError message={failure} />
    </div>
  );
}
