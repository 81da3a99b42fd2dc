import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { wasRefused } from '../../identity/origin.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { Form } from './Form.tsx';
import { useFormAction } from './form-action.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { OtherForm } from './OtherForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { useSignInWays } from './queries.ts';
import { useRedirectAfterSignIn } from './redirect-after-sign-in.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { signInWithPassword } from './sign-in.ts';
import { useGoogleSignIn, useSignInDeps } from './sign-in-deps.ts';
import { useCheckedForm } from './use-checked-form.ts';
import { useFirstInteraction } from './use-first-interaction.ts';
import { useSecondStep } from './use-second-step.tsx';

const loadSchema = async () => (await import('./forms.ts')).loginForm;

/** Signs in and returns to where the person wanted to go. */
export function LoginPage() {
  const { state } = useLocation();
  const { errors, form, check, fill } = useCheckedForm(loadSchema);
  const byPassword = useFormAction();
  const byGoogle = useFormAction();
  const loadDeps = useSignInDeps();
  const signInWithGoogle = useGoogleSignIn();
  const secondStep = useSecondStep();
  const ways = useSignInWays();
  useRedirectAfterSignIn();
  // Firebase's window opens only at once after a click, so what it needs is there before.
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
      lead={<OtherForm name="Register" question="New here?" to={paths.register()} />}
      title="Login"
    >
      {wasRefused(state) && (
        <p className="rounded-md border border-line border-l-4 border-l-brass bg-surface p-4">
          Your account cannot open that page. Log in with one that can, or go back to your{' '}
          <Link className="text-link" to={paths.dashboard()}>
            dashboard
          </Link>
          .
        </p>
      )}
      <Form {...form} actions={[byPassword, byGoogle]} onSubmit={signIn}>
        <TextField
          autoCapitalize="none"
          autoComplete="username"
          error={errors.email}
          inputMode="email"
          label="Email"
          name="email"
          type="email"
        />
        <PasswordField
          autoComplete="current-password"
          error={errors.password}
          label="Password"
          name="password"
        />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Button busyLabel="Logging in" isBusy={byPassword.isBusy} type="submit" variant="primary">
            Login
          </Button>
          <Link className="text-link py-2" to={paths.forgotPassword()}>
            Forgot your password?
          </Link>
        </div>
      </Form>
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
