import { useMutation } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { limits } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import {
  type ReportReason,
  reportReasons,
  type SubjectKind,
} from '#contract/moderation/moderation-terms.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { reasonTexts } from './moderation-texts.ts';
import { fileReportMutation } from './queries.ts';

interface Fields {
  reason: ReportReason | '';
  explanation: string;
  law: string;
  name: string;
  email: string;
  goodFaith: boolean;
}

const fieldNames = ['reason', 'explanation', 'law', 'name', 'email', 'goodFaith'] as const;

/** The reason first, then what there is to say about it. What was typed survives going back, and every refusal. */
export function ReportForm({
  kind,
  id,
  isGuest,
  onSent,
}: {
  kind: SubjectKind;
  id: string;
  isGuest: boolean;
  onSent: (reference: string) => void;
}) {
  const [step, setStep] = useState<'reason' | 'details'>('reason');
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending, error } = useMutation(fileReportMutation());
  const { register, control, handleSubmit, setError, trigger, formState } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { reason: '', explanation: '', law: '', name: '', email: '', goodFaith: false },
  });
  const reason = useWatch({ control, name: 'reason' });
  const { errors } = formState;
  const goTo = (next: 'reason' | 'details') => {
    setStep(next);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const send = handleSubmit(({ goodFaith: _, reason: chosen, ...typed }) => {
    if (chosen === '') return;
    const own = isGuest ? { name: typed.name, email: typed.email } : {};
    const law = chosen === 'illegal' ? { law: typed.law } : {};
    const { explanation } = typed;
    const subject = { kind, id };
    mutate(
      {
        subject,
        reason: chosen,
        explanation,
        ...law,
        ...own,
        language: language(),
        goodFaith: true,
      },
      {
        onSuccess: ({ reference }) => onSent(reference),
        onError: (failure) => {
          const { errors: refused = {} } = failure instanceof CallFailure ? failure : {};
          for (const field of fieldNames) {
            const message = refused[field];
            if (message) setError(field, { message });
          }
          if (refused.reason) setStep('reason');
          toast.error(failure.message);
        },
      },
    );
  });
  const isAtField = Object.keys(errors).length > 0;
  return (
    <Form
      className="space-y-6"
      isSending={isPending}
      onSubmit={async (event) => {
        if (step === 'details') await send(event);
        else if (await trigger('reason', { shouldFocus: true })) goTo('details');
      }}
    >
      {step === 'reason' ? (
        <>
          <StepHeading number={1} ref={heading}>{t`What is wrong?`}</StepHeading>
          <fieldset className="space-y-2">
            <legend className="sr-only">{t`Reason`}</legend>
            {reportReasons.map((value) => (
              <label
                className="flex gap-3 rounded-md border border-line-strong bg-surface px-4 py-3 transition hover:border-ink has-checked:border-brass has-checked:bg-brass-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
                key={value}
              >
                <input
                  {...register('reason', { required: t`Choose a reason` })}
                  className="mt-1 size-4 shrink-0 accent-brass outline-none"
                  type="radio"
                  value={value}
                />
                <span>
                  <span className="block font-semibold">{reasonTexts[value].name}</span>
                  <span className="block text-sm text-muted">{reasonTexts[value].meaning}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <FieldError message={errors.reason?.message} />
          <Button type="submit" variant="primary">{t`Next`}</Button>
        </>
      ) : (
        <>
          <StepHeading number={2} ref={heading}>
            {reason === '' ? t`What have you seen?` : reasonTexts[reason].name}
          </StepHeading>
          <TextArea
            {...register('explanation', {
              validate: (text) => text.trim() !== '' || t`Describe what is wrong`,
            })}
            error={errors.explanation?.message}
            hint={t`What you have seen, where, and how you know. Only the admins read it.`}
            label={t`Explanation`}
            maxLength={limits.reportLength}
          />
          {reason === 'stolen' && (
            <p className="text-sm">
              <span>{t`If it is yours, the shop can also look for its serial number in every listing.`}</span>{' '}
              <Link className="text-link" to={paths.stolen()}>
                {t`Report it stolen`}
              </Link>
            </p>
          )}
          {reason === 'illegal' && (
            <TextField
              {...register('law', {
                validate: (text) => text.trim() !== '' || t`Name the law that is broken`,
              })}
              error={errors.law?.message}
              hint={t`As exactly as you know it`}
              label={t`Law`}
              maxLength={limits.reportLawLength}
            />
          )}
          {isGuest && (
            <>
              {reason === 'child-safety' && (
                <p className="text-muted">
                  {t`You do not have to say who you are. With an address, we can tell you the outcome.`}
                </p>
              )}
              <TextField
                {...register('name', {
                  validate: (text, { reason: why }) =>
                    why === 'child-safety' || text.trim() !== '' || messages.required.name,
                })}
                autoComplete="name"
                error={errors.name?.message}
                isOptional={reason === 'child-safety'}
                label={t`Your name`}
                maxLength={limits.nameLength}
              />
              <TextField
                {...register('email', {
                  validate: (text, { reason: why }) =>
                    why === 'child-safety' || text.trim() !== '' || messages.required.email,
                })}
                autoCapitalize="none"
                autoComplete="email"
                error={errors.email?.message}
                hint={t`We will email you a receipt, and later the outcome.`}
                inputMode="email"
                isOptional={reason === 'child-safety'}
                label={t`Your email`}
                type="email"
              />
            </>
          )}
          <div className="space-y-1.5">
            <label className="flex items-start gap-3">
              <input
                {...register('goodFaith', {
                  required: t`Confirm that what you report is true as far as you know`,
                })}
                aria-describedby={errors.goodFaith ? 'good-faith-error' : undefined}
                aria-invalid={errors.goodFaith ? true : undefined}
                className="mt-0.5 size-5 shrink-0 accent-brass"
                type="checkbox"
              />
              <span>{t`What I report is true and complete as far as I know.`}</span>
            </label>
            <FieldError id="good-faith-error" message={errors.goodFaith?.message} />
          </div>
          <FieldError message={isAtField ? undefined : error?.message} />
          <p className="flex flex-wrap gap-3">
            <Button busyLabel={t`Sending`} isBusy={isPending} type="submit" variant="primary">
              {t`Send the report`}
            </Button>
            <Button onClick={() => goTo('reason')}>{t`Back`}</Button>
          </p>
        </>
      )}
    </Form>
  );
}

function StepHeading({
  number,
  ref,
  children,
}: {
  number: number;
  ref: Ref<HTMLHeadingElement>;
  children: string;
}) {
  return (
    <div>
      <p className="text-sm text-muted">{t`Step ${number} of 2`}</p>
      <h2 className="text-subheading" ref={ref} tabIndex={-1}>
        {children}
      </h2>
    </div>
  );
}
