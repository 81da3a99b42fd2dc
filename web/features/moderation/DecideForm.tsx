import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { listSeparator } from '#contract/isolate.ts';
import type { CaseEffects, ModerationCase } from '#contract/moderation/cases.ts';
import {
  type CaseOutcome,
  type GroundKind,
  outcomesFor,
} from '#contract/moderation/moderation-terms.ts';
import { plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { outcomeTexts } from './moderation-texts.ts';
import { decideCaseMutation } from './queries.ts';

interface Fields {
  outcome: CaseOutcome | '';
  days: string;
  groundKind: GroundKind | '';
  ground: string;
  facts: string;
  /** Older listings whose sellers are told of a near picture. */
  tell: string[];
}

const dayMs = 86_400_000;
/** Days of a suspension; none is without an end. */
const dayChoices = ['7', '30', '90', ''] as const;

/** An admin decides: outcome, with what it would do, ground and facts. What was typed survives a refusal and a new version. */
export function DecideForm({
  found,
  onReadAgain,
}: {
  found: ModerationCase;
  onReadAgain: () => void;
}) {
  const { _id, version, subject, effects, subjectState } = found;
  const older = olderListings(found);
  const { mutate, isPending, error } = useMutation(decideCaseMutation());
  const outcomes = outcomesFor[subject.kind].filter(
    (outcome) => subjectState !== 'gone' || (outcome !== 'hidden' && outcome !== 'removed'),
  );
  const { register, control, handleSubmit, setError, setValue, formState } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { outcome: '', days: '30', groundKind: '', ground: '', facts: '', tell: [] },
  });
  const outcome = useWatch({ control, name: 'outcome' });
  const choices = useRef<HTMLFieldSetElement>(null);
  const { errors } = formState;
  const needsGround = outcome !== '' && outcome !== 'dismissed';
  const chooseByNumber = (event: KeyboardEvent) => {
    const chosen = outcomes[Number(event.key) - 1];
    if (!chosen || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setValue('outcome', chosen, { shouldValidate: true });
    choices.current?.querySelector<HTMLInputElement>(`input[value="${chosen}"]`)?.focus();
  };
  const decide = handleSubmit(({ outcome: taken, days, groundKind, ground, facts, tell }) => {
    if (taken === '') return;
    const until = new Date(Date.now() + Number(days) * dayMs).toISOString();
    mutate(
      {
        _id,
        version,
        outcome: taken,
        facts,
        ...(taken !== 'dismissed' &&
          groundKind !== '' && {
            ground: { kind: groundKind, text: ground },
          }),
        ...(taken === 'suspended' && days !== '' && { until }),
        // Of those that are still shown: one may have been told, or have left, since it was chosen.
        tell: older.map(({ productId }) => productId).filter((one) => tell.includes(one)),
      },
      {
        onSuccess: () => {
          toast.success(t`Decided, and both sides are told`);
          onReadAgain();
        },
        onError: (failure) => {
          const refused = failure instanceof CallFailure ? failure.errors : {};
          if (refused.outcome) setError('outcome', { message: refused.outcome });
          if (refused.facts) setError('facts', { message: refused.facts });
          if (refused.tell) setError('tell', { message: refused.tell });
          const wrongGround = refused['ground.text'] ?? refused['ground.kind'] ?? refused.ground;
          if (wrongGround) setError('ground', { message: wrongGround });
          toast.error(failure.message);
          // The subject has changed, another admin has decided, or a seller has left.
          if (refused.tell || (failure instanceof CallFailure && failure.status === 409)) {
            onReadAgain();
          }
        },
      },
    );
  });
  const isAtField = Object.keys(errors).length > 0;
  return (
    <Form
      aria-label={t`Decide`}
      className="min-w-0 space-y-5 rounded-lg border border-line bg-surface p-4 shadow-rest wrap-anywhere sm:p-5"
      isSending={isPending}
      onSubmit={decide}
    >
      <h2 className="text-subheading">{t`Decide`}</h2>
      <fieldset className="min-w-0 space-y-2" onKeyDown={chooseByNumber} ref={choices}>
        <legend className="mb-1.5 font-semibold">{t`Outcome`}</legend>
        {outcomes.map((value, index) => (
          <label
            className="flex gap-3 rounded-md border border-line-strong px-3 py-2.5 transition hover:border-ink has-checked:border-brass has-checked:bg-brass-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            key={value}
          >
            <input
              {...register('outcome', { required: t`Choose an outcome` })}
              aria-keyshortcuts={String(index + 1)}
              className="mt-1 size-4 shrink-0 accent-brass outline-none"
              type="radio"
              value={value}
            />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="block font-semibold">{outcomeTexts[value].name}</span>
              <span className="block text-sm text-muted">{outcomeTexts[value].meaning}</span>
            </span>
            <kbd className="text-sm text-muted pointer-coarse:hidden">{index + 1}</kbd>
          </label>
        ))}
        <FieldError message={errors.outcome?.message} />
      </fieldset>
      {outcome === 'suspended' && (
        <Select
          {...register('days')}
          choices={dayChoices.map((value) => ({
            value,
            label:
              value === ''
                ? t`Indefinitely`
                : plural(Number(value), { one: 'For # day', other: 'For # days' }),
          }))}
          label={t`How long`}
        />
      )}
      {outcome !== '' && <Effects effects={effects[outcome]} />}
      {needsGround && (
        <>
          <RadioField
            {...register('groundKind', {
              validate: (kind, { outcome: taken }) =>
                taken === 'dismissed' || kind !== '' || t`Choose what the decision is based on`,
            })}
            choices={[
              { value: 'rules', label: t`A rule of the shop` },
              { value: 'law', label: t`A law` },
            ]}
            error={errors.groundKind?.message}
            label={t`Based on`}
          />
          <TextField
            {...register('ground', {
              validate: (text, { outcome: taken }) =>
                taken === 'dismissed' || text.trim() !== '' || t`Name the law or the rule`,
            })}
            error={errors.ground?.message}
            hint={t`Such as the number of the rule, or the article`}
            label={t`Which one`}
            maxLength={limits.reportLawLength}
          />
        </>
      )}
      <TextArea
        {...register('facts', {
          validate: (text) => text.trim() !== '' || t`Describe what you found`,
        })}
        error={errors.facts?.message}
        hint={
          outcome === 'dismissed'
            ? t`For the admins who come after you.`
            : t`The person concerned reads this in the statement of reasons. Do not say who reported it.`
        }
        label={t`Facts`}
        maxLength={limits.reportLength}
      />
      {older.length > 0 && (
        <fieldset className="min-w-0 space-y-2">
          <legend className="font-semibold">{t`Tell the seller of the older picture`}</legend>
          <p className="text-sm text-muted">
            {t`They get one email. It does not say who the other seller is, and links this listing only if it is still on sale.`}
          </p>
          {older.map(({ productId, name, sellerName }) => (
            <label className="flex items-start gap-3 py-1" key={productId}>
              <input
                {...register('tell')}
                className="mt-0.5 size-5 shrink-0 accent-brass"
                type="checkbox"
                value={productId}
              />
              <span className="min-w-0 wrap-anywhere">
                <bdi>{name}</bdi>
                <span>{listSeparator()}</span>
                <bdi>{sellerName}</bdi>
              </span>
            </label>
          ))}
          <FieldError message={errors.tell?.message} />
        </fieldset>
      )}
      <FieldError message={isAtField ? undefined : error?.message} />
      <Button busyLabel={t`Deciding`} isBusy={isPending} type="submit" variant="danger">
        {t`Decide`}
      </Button>
    </Form>
  );
}

/** The older listings with a near picture whose sellers can be told, each once. */
function olderListings({ foundHints }: ModerationCase) {
  const listings = foundHints.flatMap(({ other }) => (other?.mayBeTold ? [other] : []));
  return [...new Map(listings.map((listing) => [listing.productId, listing])).values()];
}

/** What the chosen outcome would do, before it is taken. */
function Effects({ effects }: { effects: CaseEffects | undefined }) {
  const { endingHolds = 0, runningSales = 0, endingOffers = 0, hiddenListings = 0 } = effects ?? {};
  const lines = [
    hiddenListings > 0 &&
      plural(hiddenListings, {
        one: '# listing is hidden from everybody',
        other: '# listings are hidden from everybody',
      }),
    endingHolds > 0 &&
      plural(endingHolds, {
        one: '# unpaid booking ends, and its buyer is told',
        other: '# unpaid bookings end, and their buyers are told',
      }),
    endingOffers > 0 && plural(endingOffers, { one: '# offer ends', other: '# offers end' }),
    runningSales > 0 &&
      plural(runningSales, {
        one: '# paid sale goes on for both sides',
        other: '# paid sales go on for both sides',
      }),
  ].filter((line) => line !== false);
  return (
    <div aria-live="polite" className="rounded-lg bg-sunken p-4">
      <p className="font-semibold">{t`What it does to sales`}</p>
      {lines.length === 0 ? (
        <p>{t`No booking, offer or sale is affected.`}</p>
      ) : (
        <ul className="list-disc ps-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
