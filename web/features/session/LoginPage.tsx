import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { wasRefused } from '../../identity/origin.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { Form } from './Form.tsx';
import { useFormAction } from './form-action.ts';
import { loginForm } from './forms.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { OtherForm } from './OtherForm.tsx';
import { useSignInWays } from './queries.ts';
import { useRedirectAfterSignIn } from './redirect-after-sign-in.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { signInWithGoogle, signInWithPassword } from './sign-in.ts';
import { useSignInDeps } from './sign-in-deps.ts';
import { useSecondStep } from './use-second-step.tsx';

// The first page would load the names of its parts too, if it were not apart.
const PasskeyButton = lazy(async () => ({
  default: (await import('./PasskeyButton.tsx')).PasskeyButton,
}));

/** Signs in and returns to where the person wanted to go. */
export function LoginPage() {
  const { state } = useLocation();
  const { register, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(loginForm),
    mode: 'onTouched',
  });
  const { errors } = formState;
  const byPassword = useFormAction();
  const byGoogle = useFormAction();
  const loadDeps = useSignInDeps();
  const secondStep = useSecondStep();
  const ways = useSignInWays();
  useRedirectAfterSignIn();

  const signIn = handleSubmit((credentials) =>
    byPassword.run(async () =>
      secondStep.signIn(signInWithPassword(await loadDeps(), credentials)),
    ),
  );
  if (secondStep.page) return secondStep.page;
  return (
    <SessionFrame
      lead={<OtherForm name="Register" question="New here?" to={paths.register()} />}
      title="Login"
    >
      {wasRefused(state) && (
        <p className="rounded-md border border-line border-l-4 border-l-brass bg-surface p-4">
          Your account may not see that page. Log in with one that may, or go back to your{' '}
          <Link className="text-link" to={paths.dashboard()}>
            dashboard
          </Link>
          .
        </p>
      )}
      <Form actions={[byPassword, byGoogle]} onSubmit={signIn}>
        <TextField
          {...register('email')}
          autoCapitalize="none"
          autoComplete="username"
          error={errors.email?.message}
          inputMode="email"
          label="Email"
          type="email"
        />
        <PasswordField
          {...register('password')}
          autoComplete="current-password"
          error={errors.password?.message}
          label="Password"
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
          void byGoogle.run(async () => secondStep.signIn(signInWithGoogle(await loadDeps())));
        }}
      />
      {/* Known in the browser only, so the server renders no part that it would have to load. */}
      {ways && !ways.firebase && (
        <Suspense>
          <PasskeyButton
            onPress={() => {
              byPassword.forget();
              byGoogle.forget();
            }}
          />
        </Suspense>
      )}
      <DemoAccounts
        onChoose={({ email, password }) => {
          const options = { shouldValidate: true };
          setValue('email', email, options);
          setValue('password', password, options);
        }}
      />
    </SessionFrame>
  );
}
