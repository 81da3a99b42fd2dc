import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SecondStep as Ways } from '#contract/second-factor.ts';
import { isIdentityFailure } from '../../identity/identity-failure.ts';
import { canUsePasskeys } from '../../identity/passkeys.ts';
import { secondFactorCalls } from '../../identity/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { failureMessageOf } from './form-action.ts';
import { startSession } from './sign-in.ts';
import { useSignInDeps } from './sign-in-deps.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

type Way = Ways['ways'][number];

const labels: Record<Way, string> = {
  authenticator: 'Use the authenticator app',
  passkey: 'Use a passkey',
  'recovery-code': 'Use a recovery code',
};

/** Asks somebody who has given the password, or come back from Google, for their second factor. */
export function SecondStep({
  ways,
  onStartAgain,
}: {
  ways: readonly Way[];
  onStartAgain: () => void;
}) {
  const usable = ways.filter((way) => way !== 'passkey' || canUsePasskeys());
  const [way, setWay] = useState<Way | undefined>(usable[0]);
  const [ended, setEnded] = useState<string>();
  if (ended !== undefined || way === undefined) {
    const message = ended ?? 'None of your second factors works in this browser.';
    return <Expired message={message} onStartAgain={onStartAgain} />;
  }
  return (
    <>
      {way === 'passkey' ? <PasskeyStep /> : <CodeStep key={way} onEnded={setEnded} way={way} />}
      <div className="flex flex-wrap gap-3 border-t border-line pt-6">
        {usable
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} onClick={() => setWay(other)} size="small">
              {labels[other]}
            </Button>
          ))}
        <Button onClick={onStartAgain} size="small">
          Start again
        </Button>
      </div>
    </>
  );
}

function CodeStep({
  way,
  onEnded,
}: {
  way: 'authenticator' | 'recovery-code';
  onEnded: (message: string) => void;
}) {
  const loadDeps = useSignInDeps();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { code: '' },
  });
  useEffect(() => setFocus('code'), [setFocus]);
  const isApp = way === 'authenticator';
  const submit = handleSubmit(async ({ code }) => {
    try {
      const calls = secondFactorCalls();
      await (isApp ? calls.enterCode(code) : calls.enterRecoveryCode(code));
      await startSession(await loadDeps());
    } catch (failure) {
      const message = failureMessageOf(failure) ?? '';
      if (isIdentityFailure(failure, 'not-signed-in')) onEnded(message);
      else setError('code', { message }, { shouldFocus: true });
    }
  });
  return (
    <form
      className="space-y-5"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!formState.isSubmitting) void submit(event);
      }}
    >
      <TextField
        {...register('code', { validate: (code) => code.trim() !== '' || missing[way] })}
        autoCapitalize="none"
        autoComplete={isApp ? 'one-time-code' : 'off'}
        error={formState.errors.code?.message}
        hint={
          isApp
            ? 'Your authenticator app shows six digits.'
            : 'One of the codes that you saved when you added the second factor. Each works once.'
        }
        inputMode={isApp ? 'numeric' : 'text'}
        label={isApp ? 'Code' : 'Recovery code'}
        spellCheck={false}
      />
      <Button
        busyLabel="Logging in"
        isBusy={formState.isSubmitting}
        type="submit"
        variant="primary"
      >
        Continue
      </Button>
    </form>
  );
}

const missing = {
  authenticator: 'Enter the code that your app shows',
  'recovery-code': 'Enter a recovery code',
} as const;

function PasskeyStep() {
  const button = useRef<HTMLButtonElement>(null);
  const { isBusy, failure, signIn } = usePasskeySignIn();
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="space-y-4">
      <p>Your account has a passkey. Your browser will ask you for it.</p>
      <Button
        busyLabel="Waiting for your passkey"
        isBusy={isBusy}
        onClick={signIn}
        ref={button}
        variant="primary"
      >
        Use a passkey
      </Button>
      <FieldError message={failure} />
    </div>
  );
}

function Expired({ message, onStartAgain }: { message: string; onStartAgain: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="space-y-4">
      <p role="alert">{message}</p>
      <Button onClick={onStartAgain} ref={button} variant="primary">
        Start again
      </Button>
    </div>
  );
}
