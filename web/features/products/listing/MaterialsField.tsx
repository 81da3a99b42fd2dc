import { type UseFormReturn, useWatch } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { RadioField } from '../../../ui/RadioField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { KindDetails } from '../../instruments/queries.ts';
import { type Listing, type ListingFields, typedMaterials } from './listing-form.ts';

/** Where protected materials and the papers for them are explained, by the convention's own secretariat. */
const authorities = 'https://cites.org/eng/parties/country-profiles';

/** Asks whether an instrument has one of the protected materials that its kind may have, and for the papers of it. */
export function MaterialsField({
  form: { control, register, setValue, formState },
  materials,
}: {
  form: UseFormReturn<ListingFields, unknown, Listing>;
  materials: KindDetails['materials'];
}) {
  const { errors } = formState;
  const said = typedMaterials(useWatch({ control, name: 'materials' }));
  const asked = materials.filter(({ crossBorderSale }) => crossBorderSale !== 'free');
  if (asked.length === 0) return null;
  const has = asked.filter(({ id }) => said.includes(id));
  const needsPermit = has.some(({ crossBorderSale: rule }) => rule !== 'ask');
  const isUnknown =
    said.includes('unknown') || has.some(({ crossBorderSale: rule }) => rule === 'ask');
  const closed = t`It is not shipped across a border. Pickup and shipping at home stay.`;
  const open = said.length === 0 ? t`Until you answer, it is not shipped across a border.` : '';
  const hint = isUnknown ? closed : open;
  const say = (ids: readonly string[]) =>
    setValue('materials', ids.join(', '), { shouldDirty: true });
  const choose = (id: string, isChosen: boolean) => {
    if (id === 'none' || id === 'unknown') return say(isChosen ? [id] : []);
    const others = said.filter((one) => one !== id && one !== 'none' && one !== 'unknown');
    return say(isChosen ? [...others, id] : others);
  };
  const choices = [
    ...asked.map(({ id, label, note }) => ({ id, label, note })),
    { id: 'none', label: t`None of these`, note: undefined },
    { id: 'unknown', label: t`I do not know`, note: undefined },
  ];
  return (
    <>
      <fieldset>
        <legend className="font-semibold">{t`Does it have one of these?`}</legend>
        <p className="text-sm text-muted">
          {t`Protected materials need papers when they cross a border.`}{' '}
          <a className="underline" href={authorities} rel="noreferrer" target="_blank">
            {t`Authorities of all countries (cites.org)`}
          </a>
        </p>
        <ul className="mt-2 space-y-2">
          {choices.map(({ id, label, note }) => (
            <li key={id}>
              <label className="flex items-start gap-3 py-1">
                <input
                  checked={said.includes(id)}
                  className="mt-1 size-5 shrink-0 accent-brass"
                  onChange={({ target }) => choose(id, target.checked)}
                  type="checkbox"
                />
                <span>
                  <span>{label}</span>
                  <span className="block text-sm text-muted empty:hidden">{note}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <FieldError message={errors.materials?.message} />
        <p aria-live="polite" className="mt-2 text-sm empty:hidden">
          {hint}
        </p>
      </fieldset>
      {needsPermit && !isUnknown && (
        <RadioField
          {...register('permit')}
          choices={[
            { value: 'no', label: t`Do not ship it abroad` },
            { value: 'yes', label: t`I get the permit` },
          ]}
          error={errors.permit?.message}
          hint={t`Each sale abroad then has a step for the permit: you enter its number before you send it, and if it is refused or late the buyer is refunded.`}
          label={t`Selling it abroad`}
        />
      )}
      {has.some(({ domesticSale }) => domesticSale === 'papers') && (
        <TextField
          {...register('papers')}
          autoComplete="off"
          error={errors.papers?.message}
          hint={t`Kind, number and authority. Buyers read it. Without papers it cannot be listed.`}
          label={t`Papers`}
          maxLength={limits.papersLength}
        />
      )}
    </>
  );
}
