import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { conditions, playingStates, purchaseYear } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { conditionNames, playingStateNames } from '#contract/products/product-names.ts';
import { categoryIds, shownCategoryName } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { ChipField } from '../../../ui/Chip.tsx';
import { choiceOf } from '../../../ui/choice-of.ts';
import { currentShop } from '../../../ui/current-shop.ts';
import { languageName } from '../../../ui/language-name.ts';
import { SentenceWith } from '../../../ui/Owned.tsx';
import { RadioField } from '../../../ui/RadioField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useLater } from '../../../ui/use-later.ts';
import { brandSuggestionsQuery } from '../../instruments/queries.ts';
import { conditionMeanings } from '../facts.ts';
import { DescriptionField } from './DescriptionField.tsx';
import { type KindChoice, KindField } from './KindField.tsx';
import { type Listing, type ListingFields, noCategory } from './listing-form.ts';

type Form = UseFormReturn<ListingFields, unknown, Listing>;

/** What it is, who made it, and when. */
export function InstrumentFields({
  form: { register, control, formState, setValue, getValues },
  choice,
}: {
  form: Form;
  choice: KindChoice;
}) {
  const { errors } = formState;
  const [category, brand, madeYear, serialState] = useWatch({
    control,
    name: ['category', 'brand', 'madeYear', 'serialState'],
  });
  const isUncategorised = category === '' || category === noCategory;
  const brandList = useId();
  const { data: makers = [] } = useQuery(brandSuggestionsQuery(useLater(brand ?? ''), choice.id));
  return (
    <>
      <KindField
        choice={choice}
        onChoose={(kind) => {
          const isSummary = typeof kind === 'object';
          setValue('kind', isSummary ? kind.id : (kind ?? ''), { shouldDirty: true });
          if (isSummary && kind.category && getValues('category') === '') {
            setValue('category', kind.category);
          }
        }}
      />
      <TextField
        {...register('name')}
        autoComplete="off"
        error={errors.name?.message}
        hint={t`Type, maker and model, the way a buyer would search for it`}
        label={t`Name`}
        enterKeyHint="next"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('brand')}
          autoComplete="off"
          error={errors.brand?.message}
          isOptional
          label={t`Maker`}
          list={brandList}
          enterKeyHint="next"
        />
        <datalist id={brandList}>
          {makers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          {...register('model')}
          autoComplete="off"
          error={errors.model?.message}
          isOptional
          label={t`Model`}
          enterKeyHint="next"
        />
        <TextField
          {...register('madeYear')}
          autoComplete="off"
          error={errors.madeYear?.message}
          inputMode="numeric"
          isOptional
          label={t`Year made`}
          maxLength={4}
        />
        {madeYear.trim() !== '' && (
          <Select
            {...register('madeSure')}
            choices={[
              { value: 'exact', label: t`Exact` },
              { value: 'about', label: t`About` },
              { value: 'decade', label: t`The decade only` },
            ]}
            error={errors.madeSure?.message}
            label={t`How sure the year is`}
          />
        )}
        <Select
          {...register('serialState')}
          choices={[
            { value: '', label: t`Not said` },
            { value: 'number', label: t`I enter it` },
            { value: 'none', label: t`It has none` },
            { value: 'unreadable', label: t`It cannot be read` },
          ]}
          hint={t`Only you can read it. The shop compares it with other listings and with reports of thefts.`}
          isOptional
          label={t`Serial number`}
        />
        {serialState === 'number' && (
          <TextField
            {...register('serial')}
            autoComplete="off"
            error={errors.serial?.message}
            hint={
              (brand ?? '').trim() === ''
                ? t`Say the maker too: numbers are compared for one maker.`
                : t`As it is written on the instrument. Spaces and hyphens do not matter.`
            }
            label={t`The number`}
          />
        )}
      </div>
      <Select
        {...register('category')}
        choices={[
          ...categoryIds().map((id) => choiceOf(id, shownCategoryName(id))),
          ...(category === '' ? [] : [{ value: noCategory, label: t`No category` }]),
        ]}
        error={errors.category?.message}
        hint={
          <span aria-live="polite">
            {isUncategorised ? (
              t`Without a category, buyers find it only by searching.`
            ) : (
              <SentenceWith say={underText} texts={[shownCategoryName(category)]} />
            )}
          </span>
        }
        isOptional
        label={t`Category`}
        placeholder={messages.category.placeholder}
      />
    </>
  );
}

/** How worn it is, whether it plays, and since when its seller has it. */
export function ConditionFields({
  form: { register, control, formState, setValue },
}: {
  form: Form;
}) {
  const { errors } = formState;
  const [condition, year, playingState] = useWatch({
    control,
    name: ['condition', 'year', 'playingState'],
  });
  return (
    <>
      <RadioField
        {...register('condition')}
        choices={conditions.map((name) => ({ value: name, label: conditionNames[name] }))}
        error={errors.condition?.message}
        hint={
          <span aria-live="polite">{t`${{ name: conditionNames[condition] }}: ${{ value: conditionMeanings[condition] }}`}</span>
        }
        label={t`Condition`}
      />
      <ChipField
        choices={playingStates.map((state) => ({ value: state, label: playingStateNames[state] }))}
        label={t`Playing state`}
        onChange={(state) =>
          setValue('playingState', playingStates.find((one) => one === state) ?? '', {
            shouldDirty: true,
          })
        }
        value={playingState}
      />
      <TextField
        {...register('year')}
        autoComplete="off"
        error={errors.year?.message}
        hint={
          <span aria-live="polite">
            {isToCome(year)
              ? t`This year is in the future, so the instrument counts as new.`
              : t`The year it was bought, as far as you know`}
          </span>
        }
        inputMode="numeric"
        label={t`Purchase year`}
        max={purchaseYear.max}
        min={purchaseYear.min}
        step={1}
        type="number"
      />
    </>
  );
}

/** What the seller writes, and in which language. */
export function WordsFields({ form: { register, control, formState } }: { form: Form }) {
  const { errors } = formState;
  const written = useWatch({ control, name: 'language' });
  const tags = [...new Set([...listingLanguages(), ...(written === '' ? [] : [written])])];
  const choices = tags.map((tag) => ({ value: tag, label: languageName(tag) }));
  return (
    <>
      <DescriptionField
        {...register('description')}
        control={control}
        error={errors.description?.message}
      />
      <Select
        {...register('language')}
        choices={written === '' ? [{ value: '', label: t`Not said` }, ...choices] : choices}
        error={errors.language?.message}
        hint={t`Buyers who read another language are told.`}
        label={t`Written in`}
      />
    </>
  );
}

/** Those of the shop first, then others that sellers write. Any other one stays as it was said. */
function listingLanguages(): string[] {
  const ofShop = currentShop().languages.map(({ tag }) => tag.split('-')[0] ?? tag);
  return [...ofShop.filter((tag) => writtenLanguages.includes(tag)), ...writtenLanguages];
}

const writtenLanguages = [
  ...['en', 'de', 'fr', 'es', 'ar', 'ja', 'bg', 'cs', 'da', 'el', 'et', 'fa', 'fi', 'ga', 'he'],
  ...['hr', 'hu', 'id', 'it', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl'],
  ...['sr', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
];

function underText(category: string): string {
  return t`Buyers find it under ${category}.`;
}

function isToCome(year: string): boolean {
  const number = Number(year);
  return number > new Date(serverClock.now()).getUTCFullYear() && number <= purchaseYear.max;
}
