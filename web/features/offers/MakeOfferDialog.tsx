import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { z } from 'zod';
import { limits, offerTerms } from '#contract/constants.ts';
import type { ListingDelivery } from '#contract/delivery/delivery.ts';
import { chargedAmount } from '#contract/fields.ts';
import { language } from '#contract/language.ts';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { msg, plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { safeLocalStorage } from '../../browser-storage.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { amountInputMode } from '../../ui/amount-field.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { formatMoney } from '../../ui/format.ts';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { deliveryChoices } from '../delivery/delivery-choices.tsx';
import { deliveryOptions, offeredChoice, pickup } from '../delivery/delivery-form.ts';
import { lastOfferQuery, makeOfferMutation, similarPricesQuery } from './queries.ts';

interface DialogProps {
  product: Pick<SingleProduct, '_id' | 'name' | 'price' | 'delivery'>;
  buyer: { email: string };
  onClose: () => void;
}

/** Asks what a buyer would pay, and nothing else that is needed only once it is accepted; with what similar ones cost as help. One offer waits at a time, and is shown instead. */
export function MakeOfferDialog(props: DialogProps) {
  const { product, buyer, onClose } = props;
  const query = useQuery(lastOfferQuery(buyer.email, 'buyer', product._id));
  const { data: last } = query;
  if (last?.turn !== undefined) return <WaitingOffer offer={last} onClose={onClose} />;
  // Whether one waits is not worth a second attempt: the server refuses another.
  if (query.isPending && query.failureCount === 0) return null;
  return <OfferForm {...props} />;
}

function WaitingOffer({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const offered = formatMoney(offer.amounts[0] ?? offer.amount);
  const counter = formatMoney(offer.amount);
  const until = offer.expiresAt ?? offer.time;
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          <Link className={buttonStyle('primary')} to={paths.offers('buyer')}>
            {t`See your offers`}
          </Link>
        </>
      }
      isOpen
      onClose={onClose}
      title={t`You have offered ${offered}`}
    >
      <p>
        {offer.turn === 'seller' ? (
          <Trans>
            The seller has not answered yet, and can until <Moment at={until} />.
          </Trans>
        ) : (
          <Trans>
            The seller has answered with <span>{counter}</span>. You can answer until{' '}
            <Moment at={until} />.
          </Trans>
        )}
      </p>
    </Dialog>
  );
}

const offerForm = z.object({
  amount: chargedAmount(msg`Enter your offer`),
  /** `pickup` or the id of a zone; empty where there is nothing to choose. */
  delivery: z.string(),
  message: z.string().trim().max(limits.offerMessageLength),
});
const { turnHours, perProduct } = offerTerms;

/** How much below the price the chips go, in per cent. */
const discounts = [5, 10, 15] as const;

function OfferForm({ product, onClose }: DialogProps) {
  const { name } = product;
  const price = formatMoney(product.price);
  const unit = currencyTexts.unit();
  const { form, submit, isPending, failure, offered, option, options, choose } = useOfferAttempt(
    product,
    onClose,
  );
  const { register, setValue, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog
      confirmLabel={t`Send the offer`}
      isPending={isPending}
      keepLabel={t`Cancel`}
      onClose={onClose}
      onSubmit={submit}
      title={t`Make an offer for ${name}`}
    >
      <p className="text-muted">
        {t`The price is ${price}. The seller has ${plural(turnHours, { one: '# hour', other: '# hours' })} to answer. An offer reserves nothing: others can book before that. When it is accepted, the instrument is held for you at that amount.`}
      </p>
      <SimilarPrices productId={product._id} />
      <div className="space-y-2">
        <TextField
          {...register('amount')}
          autoComplete="off"
          error={errors.amount?.message}
          hint={t`Below ${price}, in ${unit}`}
          inputMode={amountInputMode()}
          label={t`Your offer`}
        />
        <div className="flex flex-wrap gap-2">
          {discounts.map((discount) => {
            const amount = discounted(product.price, discount);
            if (amount === undefined) return null;
            return (
              <Chip
                aria-pressed={offered === amount}
                key={discount}
                onClick={() =>
                  setValue('amount', String(amount), { shouldDirty: true, shouldValidate: true })
                }
              >
                <span>{percent(-discount)}</span>{' '}
                <span className="price">{formatMoney(amount)}</span>
              </Chip>
            );
          })}
        </div>
      </div>
      {options.length > 0 && (
        <RadioField
          choices={deliveryChoices(options)}
          error={errors.delivery?.message}
          label={t`How you get it`}
          name="delivery"
          onChange={({ target }) => choose(target.value)}
          value={option?.value ?? ''}
        />
      )}
      <TextField
        {...register('message')}
        autoComplete="off"
        error={errors.message?.message}
        isOptional
        label={t`Message to the seller`}
        maxLength={limits.offerMessageLength}
      />
      <p aria-live="polite" className="rounded-lg bg-sunken p-4 empty:hidden">
        {offered !== undefined && offered < product.price && (
          <SellerSees listed={product.price} offered={offered} shipping={option?.price ?? 0} />
        )}
      </p>
      <FieldError message={failure} />
    </FormDialog>
  );
}

/** In whole units where they are small beside the price; undefined where that is no offer. */
function discounted(price: number, discount: number): number | undefined {
  const cents = toMinorUnits(price);
  const exact = Math.round((cents * (100 - discount)) / 100);
  const unit = toMinorUnits(1);
  const rounded = exact >= 20 * unit ? Math.round(exact / unit) * unit : exact;
  return rounded > 0 && rounded < cents ? toMajorUnits(rounded) : undefined;
}

const percent = (value: number) =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(
    value / 100,
  );

/** What the seller reads of the offer, and what it comes to for its buyer. */
function SellerSees({
  listed,
  offered,
  shipping,
}: {
  listed: number;
  offered: number;
  shipping: number;
}) {
  const amount = formatMoney(offered);
  const below = percent(1 - offered / listed < 0.01 ? 1 : 100 - (100 * offered) / listed);
  const total = formatMoney(offered + shipping);
  return (
    <>
      <span>{t`The seller sees ${amount}, ${below} below the price.`}</span>{' '}
      <strong>{t`You pay ${total} in total.`}</strong>
    </>
  );
}

function useOfferAttempt(
  { _id, price, delivery: listing }: DialogProps['product'],
  onClose: () => void,
) {
  const offer = useMutation(makeOfferMutation());
  const keyOf = useIdempotencyKey();
  const options = deliveryOptions(listing);
  const form = useDialogForm(`offer.${_id}`, {
    resolver: zodResolver(offerForm),
    mode: 'onTouched',
    defaultValues: {
      amount: '',
      delivery: offeredChoice(safeLocalStorage.getItem(deliveryKey) ?? '', options),
      message: '',
    } as z.input<typeof offerForm>,
  });
  const { handleSubmit, setError, setValue, formState, control } = form;
  const [typedAmount, typedDelivery] = useWatch({ control, name: ['amount', 'delivery'] });
  const chosen = offeredChoice(typedDelivery, options);
  const submit = handleSubmit(async (typed) => {
    const { amount, message } = offerForm.parse(typed);
    const delivery = deliveryOf(chosen, listing);
    const body = { amount, message, productId: _id, ...(delivery && { delivery }) };
    if (body.amount >= price) {
      const tooMuch = formatMoney(price);
      return setError('amount', { message: t`Offer less than ${tooMuch}` });
    }
    await offer.mutateAsync({ ...body, idempotencyKey: keyOf(body) }).then(
      ({ state }) => {
        if (state === 'declined') {
          const amount = formatMoney(body.amount);
          const refusal = t`The seller does not accept ${amount}. You can make ${plural(perProduct, { one: '# offer', other: '# offers' })} for an instrument in total.`;
          toast.error(refusal);
          return setError('amount', { message: refusal });
        }
        toast.success(t`Your offer is sent`);
        onClose();
      },
      (failure: Error) => {
        const { errors = {} } = failure instanceof CallFailure ? failure : {};
        for (const name of ['amount', 'message'] as const) {
          const refused = errors[name];
          if (refused) setError(name, { message: refused });
        }
        const refused = errors['delivery.zone'] ?? errors['delivery.shipping'];
        if (refused) setError('delivery', { message: refused });
        toast.error(failure.message);
      },
    );
  });
  return {
    form,
    submit,
    options,
    option: options.find(({ value }) => value === chosen),
    /** Remembered for the next offer. */
    choose(value: string) {
      safeLocalStorage.setItem(deliveryKey, value);
      setValue('delivery', value, { shouldDirty: true });
    },
    offered: chargedAmount(msg`Enter your offer`).safeParse(typedAmount).data,
    isPending: offer.isPending || formState.isSubmitting,
    failure: offer.error?.message,
  };
}

const deliveryKey = 'delivery';

/** What an offer says of it: the address is asked for before the payment. */
function deliveryOf(chosen: string, listing: ListingDelivery | undefined) {
  const option = deliveryOptions(listing).find(({ value }) => value === chosen);
  if (!option) return undefined;
  if (option.value === pickup) return { pickup: true as const };
  return { zone: option.value, shipping: option.price };
}

/** What similar ones were sold for and are offered at. Nothing while there are few, and nothing when it fails. */
function SimilarPrices({ productId }: { productId: string }) {
  const comparison = useQuery(similarPricesQuery(productId)).data?.comparison;
  if (!comparison) return null;
  const { soldMedian } = comparison;
  const [lower, upper] = [comparison.lowerQuartile, comparison.upperQuartile].map((amount) =>
    formatMoney(amount),
  );
  const median = soldMedian === undefined ? undefined : formatMoney(soldMedian);
  return (
    <p className="rounded-lg bg-sunken p-4" role="status">
      <span>{t`Half of the similar ones cost ${lower} to ${upper}.`}</span>{' '}
      {median !== undefined && <span>{t`The median of those sold here is ${median}.`}</span>}
    </p>
  );
}
