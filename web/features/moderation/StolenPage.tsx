import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { serialTerms } from '#contract/products/serial.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { reportStolenMutation } from './queries.ts';

const fieldNames = ['brand', 'serial', 'reference', 'explanation'] as const;
type Fields = Record<(typeof fieldNames)[number], string>;

/** Reports a stolen instrument by its serial number. Whether a listing has that number, nobody learns here. */
export function StolenPage() {
  const [isSent, setIsSent] = useState(false);
  return (
    <div className="max-w-prose">
      <h1 tabIndex={-1}>{isSent ? t`We have your report` : t`Report it stolen`}</h1>
      {isSent ? (
        <div className="mt-4 space-y-4">
          <p>
            {t`The number is now compared with every listing, those of today and those to come. If one has it, a person at the shop looks at both and decides. The shop tells nobody whether a number is known.`}
          </p>
          <p>{t`This is not a report to the police. Make one as well.`}</p>
          <Link className={buttonStyle('quiet')} to={paths.reports()}>
            {t`See reports and decisions`}
          </Link>
        </div>
      ) : (
        <>
          <p className="mt-2">
            {t`Was an instrument of yours stolen? Give its maker and serial number. The shop stores the number so that it can be compared and not read, for ten years.`}
          </p>
          <StolenForm onSent={() => setIsSent(true)} />
        </>
      )}
    </div>
  );
}

function StolenForm({ onSent }: { onSent: () => void }) {
  const { mutate, isPending, error } = useMutation(reportStolenMutation());
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { brand: '', serial: '', reference: '', explanation: '' },
  });
  const { errors } = formState;
  const filled = (message: string) => ({
    validate: (text: string) => text.trim() !== '' || message,
  });
  const send = handleSubmit((fields) =>
    mutate(fields, {
      onSuccess: onSent,
      onError: (failure) => {
        const { errors: refused = {} } = failure instanceof CallFailure ? failure : {};
        for (const field of fieldNames) {
          const message = refused[field];
          if (message) setError(field, { message });
        }
        toast.error(failure.message);
      },
    }),
  );
  const isAtField = Object.keys(errors).length > 0;
  return (
    <Form className="mt-6 space-y-6" isSending={isPending} onSubmit={send}>
      <TextField
        {...register('brand', filled(t`Enter the maker`))}
        autoComplete="off"
        error={errors.brand?.message}
        label={t`Maker`}
        maxLength={limits.brandLength}
      />
      <TextField
        {...register('serial', filled(t`Enter the serial number`))}
        autoComplete="off"
        error={errors.serial?.message}
        hint={t`As it is written on the instrument. Spaces and hyphens do not matter.`}
        label={t`Serial number`}
        maxLength={serialTerms.maxLength}
      />
      <TextField
        {...register('reference')}
        autoComplete="off"
        error={errors.reference?.message}
        isOptional
        label={t`Reference of the police`}
        maxLength={limits.reportLawLength}
      />
      <TextArea
        {...register('explanation', filled(t`Describe what happened`))}
        error={errors.explanation?.message}
        hint={t`When and where it was stolen, and how you can show that it is yours. Only the admins read it.`}
        label={t`What happened`}
        maxLength={limits.reportLength}
      />
      <Button isBusy={isPending} type="submit" variant="primary">
        {t`Send the report`}
      </Button>
      {!isAtField && <FieldError message={error?.message} />}
    </Form>
  );
}
