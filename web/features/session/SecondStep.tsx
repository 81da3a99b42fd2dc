import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SecondStep as Ways } from '#contract/identity/second-factor.ts';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { isIdentityFailure } from '../../identity/identity-failure.ts';
import { canUsePasskeys } from '../../identity/passkeys.ts';
import { secondFactorCalls } from '../../identity/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { failureMessageOf } from './form-action.ts';
import { startSession } from './sign-in.ts';
import { useSignInDeps } from './sign-in-deps.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

type Way = Ways['ways'][number];

const labels: Record<Way, string> = textsOf({
  authenticator: msg`Use the authenticator app`,
  passkey: msg`Use a passkey`,
  'recovery-code': msg`Use a recovery code`,
});

/** Asks a user who has given the password, or come back from Google, for the second factor. */
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
    const message = ended ?? t`None of your second factors works in this browser.`;
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
          {t`Start again`}
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
    <Form className="space-y-5" method="post" isSending={formState.isSubmitting} onSubmit={submit}>
      <TextField
        {...register('code', { validate: (code) => code.trim() !== '' || missing[way] })}
        autoCapitalize="none"
        autoComplete={isApp ? 'one-time-code' : 'off'}
        error={formState.errors.code?.message}
        hint={
          isApp
            ? t`Your authenticator app shows six digits.`
            : t`One of the codes that you saved when you added the second factor. Each works once.`
        }
        inputMode={isApp ? 'numeric' : 'text'}
        label={isApp ? t`Code` : t`Recovery code`}
        spellCheck={false}
      />
      <Button
        busyLabel={t`Logging in`}
        isBusy={formState.isSubmitting}
        type="submit"
        variant="primary"
      >
        {t`Continue`}
      </Button>
    </Form>
  );
}

const missing = textsOf({
  authenticator: msg`Enter the code that your app shows`,
  'recovery-code': msg`Enter a recovery code`,
});

function PasskeyStep() {
  const button = useRef<HTMLButtonElement>(null);
  const { isBusy, failure, signIn } = usePasskeySignIn();
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="space-y-4">
      <p>{t`Your account has a passkey. Your browser will ask you for it.`}</p>
      <Button
        busyLabel={t`Waiting for your passkey`}
        isBusy={isBusy}
        onClick={signIn}
        ref={button}
        variant="primary"
      >
        {t`Use a passkey`}
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
        {t`Start again`}
      </Button>
    </div>
  );
}
