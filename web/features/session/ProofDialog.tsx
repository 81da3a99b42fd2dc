import { type UseMutationOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import type { ProofWays } from '#contract/identity/identity.ts';
import { proofTexts } from '#contract/identity/proof-texts.ts';
import { messages } from '#contract/messages.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { isIdentityFailure } from '../../identity/identity-failure.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { proofWaysQuery, proveMutation } from './queries.ts';

/**
 * Like `MutationDialog`, for what the server does only after a recent proof of who is signed in
 * (`requireRecentSignIn`): asks for the password, or for Google again, proves it, and then does it. What was entered
 * survives a refusal.
 */
export function ProofDialog<Reply, Variables>({
  mutation,
  variables,
  email,
  title,
  children,
  confirmLabel,
  confirmVariant = 'danger',
  success,
  onDone,
  onFieldErrors,
  isValid = async () => true,
  onClose,
}: {
  mutation: UseMutationOptions<Reply, Error, Variables>;
  variables: Variables;
  /** The email of the signed-in person. */
  email: string;
  title: ReactNode;
  /** The consequences. */
  children: ReactNode;
  confirmLabel: string;
  confirmVariant?: 'danger' | 'primary';
  /** The toast after success. */
  success?: string;
  /** The server has done it. The dialog is still open. */
  onDone: (reply: Reply) => void;
  /** The server has refused fields of a form outside the dialog: closes it and shows the errors there. */
  onFieldErrors?: (errors: CallFailure['errors']) => void;
  /** Checks the dialog's own fields, before the password is sent. */
  isValid?: () => Promise<boolean>;
  onClose: () => void;
}) {
  const action = useMutation(mutation);
  const proof = useProof();
  const isBusy = proof.isChecking || action.isPending;
  // Not `mutate`, which calls back only while the dialog is shown: after the deletion of the account another call may
  // find the session ended first.
  const run = () =>
    void action.mutateAsync(variables).then(
      (reply) => {
        if (success !== undefined) toast.success(success);
        onDone(reply);
      },
      (failure: Error) => {
        toast.error(failure.message);
        const { errors = {} } = failure instanceof CallFailure ? failure : {};
        if (Object.keys(errors).length > 0) onFieldErrors?.(errors);
      },
    );
  const submit = async () => {
    action.reset();
    if (await isValid()) await proof.check(run);
  };
  return (
    <FormDialog
      busyLabel={confirmLabel}
      confirmLabel={confirmLabel}
      isAlert
      isPending={isBusy}
      isReady={!proof.isLoading}
      keepLabel={t`Cancel`}
      onClose={onClose}
      onSubmit={submit}
      title={title}
      variant={confirmVariant}
    >
      <div>{children}</div>
      {/* This names the account of the password for password managers. */}
      <input autoComplete="username" hidden readOnly type="email" value={email} />
      <ProofFields proof={proof} />
      <FieldError message={action.error?.message} />
    </FormDialog>
  );
}

interface Entered {
  password: string;
}

/** The state of the fields below, and `check`, which runs `next` once the proof has succeeded. */
function useProof() {
  const identity = useIdentityPort();
  const ways = useQuery(proofWaysQuery(identity));
  const byPassword = useMutation(proveMutation(identity));
  const byGoogle = useMutation(proveMutation(identity));
  const form = useForm<Entered>({ mode: 'onTouched', defaultValues: { password: '' } });

  const checkPassword = (next: () => void) =>
    form.handleSubmit(({ password }) =>
      byPassword.mutate(
        { password },
        {
          onSuccess: next,
          onError: (failure) => {
            const message = refusalOf(failure);
            form.setError('password', { message }, { shouldFocus: true });
            toast.error(message);
          },
        },
      ),
    )();
  return {
    ways,
    form,
    byGoogle,
    /** The ways in which this person signs in are not known yet. */
    isLoading: ways.isLoading,
    isChecking: byPassword.isPending || byGoogle.isPending,
    async check(next: () => void) {
      if (byGoogle.isSuccess) next();
      else if (ways.data?.password) await checkPassword(next);
      else if (ways.data) form.setError('root', { message: proofTexts.googleFirst });
    },
  };
}

/** On the login page this code does not reveal whether email or password is wrong; here it can only be the password. */
function refusalOf(failure: Error): string {
  return isIdentityFailure(failure, 'wrong-password') ? proofTexts.wrongPassword : failure.message;
}

/** The password, or Google again: whatever the person signs in with. */
function ProofFields({ proof: { ways, form, byGoogle } }: { proof: ReturnType<typeof useProof> }) {
  if (ways.error && !ways.data) {
    return (
      <ErrorState
        isTrying={ways.isFetching}
        message={ways.error.message}
        onTryAgain={() => ways.refetch()}
        title={t`Your ways to sign in did not load`}
      />
    );
  }
  if (!ways.data) return <Skeleton className="h-18 w-full" />;
  const proveByGoogle = () => {
    form.clearErrors();
    byGoogle.mutate('google', {
      onError: (failure) => toast.error(googleRefusalOf(failure)),
    });
  };
  return (
    <div className="space-y-4">
      <p className="text-muted">
        {ways.data.password ? proofTexts.whyPassword : proofTexts.whyGoogle}
      </p>
      {ways.data.password && <PresentPassword form={form} isProven={byGoogle.isSuccess} />}
      {ways.data.google && (
        <GoogleProof byGoogle={byGoogle} onPress={proveByGoogle} ways={ways.data} />
      )}
      <FieldError message={form.formState.errors.root?.message} />
    </div>
  );
}

function PresentPassword({ form, isProven }: { form: UseFormReturn<Entered>; isProven: boolean }) {
  return (
    <PasswordField
      {...form.register('password', {
        validate: (password) => isProven || password !== '' || messages.required.password,
      })}
      autoComplete="current-password"
      error={form.formState.errors.password?.message}
      label={t`Password`}
      showLabel={t`Show password`}
    />
  );
}

function GoogleProof({
  byGoogle,
  onPress,
  ways,
}: {
  byGoogle: ReturnType<typeof useProof>['byGoogle'];
  onPress: () => void;
  ways: ProofWays;
}) {
  return (
    <>
      <GoogleButton
        isAlternative={ways.password}
        isBusy={byGoogle.isPending}
        label={t`Continue with Google again`}
        onPress={onPress}
      />
      <p role="status">{byGoogle.isSuccess && proofTexts.googleConfirmed}</p>
      <FieldError message={byGoogle.error ? googleRefusalOf(byGoogle.error) : undefined} />
    </>
  );
}

function googleRefusalOf(failure: Error): string {
  return isIdentityFailure(failure, 'google-refused') ? proofTexts.googleRefused : failure.message;
}
