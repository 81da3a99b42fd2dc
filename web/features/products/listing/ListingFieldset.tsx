import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { countries, countryName } from '#contract/delivery/countries.ts';
import { shopZones, shownZone } from '#contract/delivery/shop-zones.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import {
  commissionTermsFor,
  type ShopCommission,
  takesCommission,
} from '#contract/payments/commission.ts';
import { commissionText } from '#contract/payouts/commission-text.ts';
import { t } from '#contract/text.ts';
import { amountInputMode } from '../../../ui/amount-field.ts';
import { currentShop, shopHas } from '../../../ui/current-shop.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Shown } from '../../../ui/Owned.tsx';
import { RadioField } from '../../../ui/RadioField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { countryChoices } from '../../delivery/delivery-form.ts';
import type { KindDetails } from '../../instruments/queries.ts';
import { typedAnswers, withAnswer } from './answers.ts';
import { ChecksField } from './ChecksField.tsx';
import { FactsFields } from './FactsFields.tsx';
import { ConditionFields, InstrumentFields, WordsFields } from './InstrumentFields.tsx';
import type { KindChoice } from './KindField.tsx';
import { type Listing, type ListingFields, receivedOf, typedShipping } from './listing-form.ts';
import { MaterialsField } from './MaterialsField.tsx';
import { ShotsList } from './ShotsList.tsx';
import { SimilarPrices } from './SimilarPrices.tsx';

type Form = UseFormReturn<ListingFields, unknown, Listing>;

/** The fields of a listing except its pictures. */
export function ListingFieldset({
  form,
  choice,
  kind,
  pictures,
  commission,
}: {
  form: Form;
  choice: KindChoice;
  /** What buyers ask about the kind; undefined until it is known. */
  kind: KindDetails | undefined;
  /** The field of the pictures. */
  pictures: ReactNode;
  /** What the shop takes of the price; undefined until it is known. */
  commission: ShopCommission | undefined;
}) {
  const { control } = form;
  const [facts, checks] = useWatch({ control, name: ['facts', 'checks'] });
  const answer = (field: 'facts' | 'checks') => (id: string, given: string) => {
    // An answer says that the kind is right.
    if (choice.id !== undefined) form.setValue('kind', choice.id, { shouldDirty: true });
    form.clearErrors('facts');
    const next = withAnswer(form.getValues(field), id, given);
    form.setValue(field, next, { shouldDirty: true });
  };
  return (
    <>
      <Part title={t`The instrument`}>
        <InstrumentFields choice={choice} form={form} />
      </Part>
      {kind && (
        <Part title={t`What buyers ask`}>
          <FactsFields
            answers={typedAnswers(facts)}
            error={form.formState.errors.facts?.message}
            kind={kind}
            onAnswer={answer('facts')}
          />
          <MaterialsField form={form} materials={kind.materials} />
        </Part>
      )}
      <Part title={t`Its condition`}>
        <ConditionFields form={form} />
        {kind && (
          <ChecksField
            answers={typedAnswers(checks)}
            checks={kind.checks}
            key={kind.id}
            onAnswer={answer('checks')}
          />
        )}
      </Part>
      <Part title={t`Pictures and description`}>
        {kind && <ShotsList kind={kind} />}
        {pictures}
        <WordsFields form={form} />
      </Part>
      <Part title={t`The price`}>
        <Prices form={form} />
        <SimilarPrices control={form.control} kind={kind} />
        <YouReceive commission={commission} control={form.control} />
        {shopHas('offers') && <Offers form={form} />}
      </Part>
      <Part title={t`Where and how to reach you`}>
        <Contact form={form} />
      </Part>
      {shopZones().length > 0 && (
        <Part title={t`How the buyer gets it`}>
          <Delivery form={form} />
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-6">
      <h2 className="mb-4 text-subheading">{title}</h2>
      <div className="space-y-5">{children}</div>
    </section>
  );
}

function Prices({ form: { register, formState } }: { form: Form }) {
  const unit = currencyTexts.unit();
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...register('price')}
        autoComplete="transaction-amount"
        error={errors.price?.message}
        hint={t`What the buyer pays, in ${unit}`}
        inputMode={amountInputMode()}
        label={t`Resale price`}
      />
      <TextField
        {...register('originalPrice')}
        autoComplete="off"
        error={errors.originalPrice?.message}
        hint={t`What it cost new, in ${unit}`}
        inputMode={amountInputMode()}
        isOptional
        label={t`Original price`}
      />
    </div>
  );
}

/** Whether buyers can offer less, and from which amount on the seller is asked. */
function Offers({ form: { register, control, formState } }: { form: Form }) {
  const { errors } = formState;
  const offers = useWatch({ control, name: 'offers' });
  const unit = currencyTexts.unit();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <RadioField
        {...register('offers')}
        choices={[
          { value: 'yes', label: t`Take offers` },
          { value: 'no', label: t`No offers` },
        ]}
        error={errors.offers?.message}
        hint={t`Buyers can then offer less, and you accept, make a counter-offer or decline.`}
        label={t`Offers below the price`}
      />
      {offers === 'yes' && (
        <TextField
          {...register('leastOffer')}
          autoComplete="off"
          error={errors.leastOffer?.message}
          hint={t`In ${unit}. Lower ones are declined at once. Nobody but you sees it.`}
          inputMode={amountInputMode()}
          isOptional
          label={t`Lowest offer`}
        />
      )}
    </div>
  );
}

/** What the seller receives of the price, while it is typed. One line is always kept for it, so nothing moves. */
function YouReceive({
  control,
  commission,
}: Pick<Form, 'control'> & { commission: ShopCommission | undefined }) {
  const [price, category] = useWatch({ control, name: ['price', 'category'] });
  const terms = commission && commissionTermsFor(commission, category);
  const received = terms && receivedOf(price, terms);
  const amount = received === undefined ? undefined : formatMoney(received);
  return (
    <p aria-live="polite" className="min-h-lh font-semibold">
      {amount !== undefined && <span>{t`You receive ${amount}.`}</span>}{' '}
      {terms && takesCommission(terms) && (
        <span className="font-normal text-muted">{commissionText(terms)}</span>
      )}
    </p>
  );
}

function Contact({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...register('number')}
        autoComplete="tel"
        error={errors.number?.message}
        hint={t`Only the buyer who books it sees this`}
        inputMode="tel"
        label={t`Mobile number`}
        type="tel"
      />
      <TextField
        {...register('location')}
        autoComplete="address-level2"
        error={errors.location?.message}
        hint={t`district only, e.g. Camden, London`}
        label={t`Location`}
        maxLength={limits.locationLength}
      />
    </div>
  );
}

/** What the server takes where no country is chosen. */
function usualCountry(): string {
  const { country: code } = currentShop();
  const country = code && countryName(code);
  return country ? t`As in your last listing, or else ${country}` : t`As in your last listing`;
}

/** Pickup, sending for a price to each zone, or both. */
function Delivery({ form: { register, control, setValue, formState } }: { form: Form }) {
  const { errors } = formState;
  const [delivery, shipping] = useWatch({ control, name: ['delivery', 'shipping'] });
  const prices = typedShipping(shipping);
  const zones = shopZones();
  const unit = currencyTexts.unit();
  return (
    <>
      <RadioField
        {...register('delivery')}
        choices={[
          { value: 'pickup', label: t`Pickup only` },
          { value: 'shipping', label: t`Shipping only` },
          { value: 'both', label: t`Pickup or shipping` },
        ]}
        error={errors.delivery?.message}
        hint={t`The buyer chooses when booking, and pays for shipping with the price. All of it goes to you.`}
        label={t`Delivery`}
      />
      <Select
        {...register('country')}
        autoComplete="off"
        choices={[{ value: '', label: usualCountry() }, ...countryChoices(countries)]}
        error={errors.country?.message}
        hint={t`Buyers elsewhere read whether it crosses a border.`}
        label={t`Country where it is`}
      />
      {delivery !== 'pickup' && (
        <fieldset className="space-y-2">
          <legend className="font-semibold">
            {zones.length === 1 ? t`Shipping price, in ${unit}` : t`Shipping prices, in ${unit}`}
          </legend>
          <p className="text-sm text-muted">
            {zones.length === 1
              ? t`0 is free.`
              : t`0 is free. Leave out the zones that you do not ship to.`}
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            {zones.map((zone) => (
              <TextField
                autoComplete="off"
                error={undefined}
                inputMode={amountInputMode()}
                key={zone.id}
                label={<Shown {...shownZone(zone)} />}
                name={`shipping.${zone.id}`}
                onChange={({ target }) =>
                  setValue('shipping', JSON.stringify({ ...prices, [zone.id]: target.value }), {
                    shouldDirty: true,
                    shouldValidate: formState.isSubmitted,
                  })
                }
                value={prices[zone.id] ?? ''}
              />
            ))}
          </div>
          <FieldError message={errors.shipping?.message} />
        </fieldset>
      )}
      {delivery !== 'pickup' && (
        <TextField
          {...register('days')}
          autoComplete="off"
          error={errors.days?.message}
          hint={t`From the payment. After that the buyer can cancel.`}
          inputMode="numeric"
          label={t`Days until you send it`}
          maxLength={2}
        />
      )}
    </>
  );
}
