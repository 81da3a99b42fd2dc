import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { decideReturnMutation, handOverMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

const CodeScanner = lazy(async () => ({
  default: (await import('./CodeScanner.tsx')).CodeScanner,
}));

/** The seller enters the buyer's code when handing the instrument over. */
export function EnterHandoverCode(props: SaleDialogProps) {
  const { _id, name, buyerName } = props.booking;
  return (
    <EnterCode
      {...props}
      mutation={handOverMutation()}
      success={t`${name} is handed over`}
      title={t`Hand over ${name}`}
      variables={(code) => ({ _id, code })}
      whose={buyerName}
    >
      {t`${buyerName} will find the code under My Bookings. Once you enter it, the instrument counts as received and the return period begins.`}
    </EnterCode>
  );
}

/** The buyer enters the seller's code when giving the instrument back. */
export function EnterReturnCode(props: SaleDialogProps) {
  const { _id, name, sellerName } = props.booking;
  return (
    <EnterCode
      {...props}
      mutation={decideReturnMutation()}
      success={t`${name} is given back`}
      title={t`Give back ${name}`}
      variables={(code) => ({ _id, state: 'given-back' as const, code })}
      whose={sellerName}
    >
      {t`${sellerName} will find the code under My Orders. Once you enter it, your money goes back to your card. Don’t leave the instrument behind without it.`}
    </EnterCode>
  );
}

function EnterCode<Reply, Variables>({
  mutation,
  variables,
  title,
  whose: name,
  success,
  children,
  onClose,
  onDone,
}: SaleDialogProps & {
  mutation: UseMutationOptions<Reply, Error, Variables>;
  variables: (code: string) => Variables;
  title: string;
  /** The person who has the code. */
  whose: string;
  success: string;
  children: ReactNode;
}) {
  const [isScanning, setIsScanning] = useState(false);
  const { mutate, isPending } = useMutation(mutation);
  const { register, handleSubmit, setValue, setError, setFocus, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { code: '' },
  });
  const submit = handleSubmit(({ code }) =>
    mutate(variables(digitsOf(code)), {
      onSuccess: () => {
        toast.success(success);
        onDone();
      },
      onError: (failure) => {
        setError('code', { message: refusalText(failure) });
        setFocus('code');
      },
    }),
  );
  return (
    <FormDialog
      busyLabel={t`Checking`}
      confirmLabel={t`Confirm`}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      title={title}
    >
      <p className="text-muted">{children}</p>
      <TextField
        {...register('code', { validate: wrongWith })}
        autoComplete="off"
        error={formState.errors.code?.message}
        hint={t`Six digits`}
        inputMode="numeric"
        label={t`${name}’s code`}
        maxLength={20}
      />
      {isScanning ? (
        <Suspense fallback={<Loading label={t`Starting the camera`} />}>
          <CodeScanner
            onCode={(code) => {
              setIsScanning(false);
              setValue('code', code);
              void submit();
            }}
            onStop={() => setIsScanning(false)}
          />
        </Suspense>
      ) : (
        <Button onClick={() => setIsScanning(true)}>
          <Icon name="camera" />
          <span>{t`Scan it with the camera`}</span>
        </Button>
      )}
    </FormDialog>
  );
}

function digitsOf(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

function wrongWith(typed: string): string | true {
  if (digitsOf(typed) === '') return t`Enter the code`;
  return /^\d{6}$/.test(digitsOf(typed)) || t`The code has six digits`;
}

/** What was wrong, and after too many wrong codes from when it can be entered again. */
function refusalText(failure: Error): string {
  if (!(failure instanceof CallFailure)) return failure.message;
  const { retryAfterSeconds } = failure;
  if (failure.status !== 429 || retryAfterSeconds === undefined) {
    return failure.errors.code ?? failure.message;
  }
  const from = new Date(serverClock.now() + retryAfterSeconds * 1_000).toISOString();
  const time = formatTime(from, new Date());
  return `${failure.message} ${t`You can enter it again from ${time}.`}`;
}
