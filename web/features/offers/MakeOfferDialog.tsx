import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { z } from 'zod';
import { limits, offerTerms } from '#contract/constants.ts';
import { chargedAmount } from '#contract/fields.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { msg, plural, t } from '#contract/text.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { amountInputMode } from '../../ui/amount-field.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { buyerFields, useBuyerForm } from '../bookings/use-buyer-form.ts';
import { newAddress } from '../delivery/address-form.ts';
import { DeliveryFields } from '../delivery/DeliveryFields.tsx';
import { deliveryOptions } from '../delivery/delivery-form.ts';
import { checkDelivery, deliveryBody } from '../delivery/use-delivery-form.ts';
import { lastOfferQuery, makeOfferMutation, similarPricesQuery } from './queries.ts';

interface DialogProps {
  product: Pick<SingleProduct, '_id' | 'name' | 'price' | 'delivery'>;
  buyer: { email: string };
  onClose: () => void;
}

/** Asks what a buyer would pay, with what similar ones cost as help. One offer waits at a time, and is shown instead. */
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

const offerForm = z
  .object({
    amount: chargedAmount(msg`Enter your offer`),
    ...buyerFields,
    message: z.string().trim().max(limits.offerMessageLength),
  })
  .superRefine(checkDelivery);
const { turnHours, perProduct } = offerTerms;

function OfferForm({ product, buyer, onClose }: DialogProps) {
  const { name } = product;
  const price = formatMoney(product.price);
  const unit = currencyTexts.unit();
  const { register, submit, errors, isPending, failure, delivery, isSent } = useOfferAttempt(
    product,
    buyer,
    onClose,
  );
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
      <TextField
        {...register('amount')}
        autoComplete="off"
        error={errors.amount?.message}
        hint={t`Below ${price}, in ${unit}`}
        inputMode={amountInputMode()}
        label={t`Your offer`}
      />
      <TextField
        {...register('phone')}
        autoComplete="tel"
        error={errors.phone?.message}
        hint={t`The seller gets it when the offer is accepted.`}
        inputMode="tel"
        label={t`Phone`}
        maxLength={limits.buyerPhoneLength}
        type="tel"
      />
      {delivery.options.length > 0 && <DeliveryFields {...delivery} />}
      {!isSent && (
        <TextField
          {...register('location')}
          autoComplete="off"
          error={errors.location?.message}
          hint={
            delivery.options.length > 0
              ? t`Where you could meet.`
              : t`Where you could meet, or “Send it to” and your address.`
          }
          label={t`Meeting location`}
          maxLength={limits.meetingPlaceLength}
        />
      )}
      <TextArea
        {...register('message')}
        error={errors.message?.message}
        isOptional
        label={t`Message to the seller`}
        maxLength={limits.offerMessageLength}
        rows={3}
      />
      <FieldError message={failure} />
    </FormDialog>
  );
}

function useOfferAttempt(
  { _id, price, delivery: listing }: DialogProps['product'],
  buyer: DialogProps['buyer'],
  onClose: () => void,
) {
  const offer = useMutation(makeOfferMutation());
  const keyOf = useIdempotencyKey();
  const form = useDialogForm(`offer.${_id}`, {
    resolver: zodResolver(offerForm),
    mode: 'onTouched',
    defaultValues: {
      amount: '',
      phone: '',
      location: '',
      delivery: deliveryOptions(listing)[0]?.value ?? '',
      address: newAddress(),
      message: '',
    } as z.input<typeof offerForm>,
  });
  const { register, handleSubmit, setError, formState, control } = form;
  const { isSent, delivery, showFailure } = useBuyerForm(form, buyer.email, listing);
  const submit = handleSubmit(async (typed) => {
    const { amount, phone, message, ...chosen } = offerForm.parse(typed);
    const body = { amount, phone, message, ...deliveryBody(chosen, listing), productId: _id };
    if (body.amount >= price) {
      const tooMuch = formatMoney(price);
      return setError('amount', { message: t`Offer less than ${tooMuch}` });
    }
    await offer.mutateAsync({ ...body, idempotencyKey: keyOf(body) }).then(
      ({ state }) => {
        if (state === 'declined') {
          const amount = formatMoney(body.amount);
          const message = t`The seller does not accept ${amount}. You can make ${plural(perProduct, { one: '# offer', other: '# offers' })} for an instrument in total.`;
          toast.error(message);
          return setError('amount', { message });
        }
        toast.success(t`Your offer is sent`);
        onClose();
      },
      (failure: Error) => {
        const { amount, message } = showFailure(failure);
        if (amount) setError('amount', { message: amount });
        if (message) setError('message', { message });
        toast.error(failure.message);
      },
    );
  });
  const { errors } = formState;
  const typedAmount = useWatch({ control, name: 'amount' });
  const offered = chargedAmount(msg`Enter your offer`).safeParse(typedAmount).data;
  return {
    register,
    submit,
    errors,
    isSent,
    delivery: { ...delivery, price: offered },
    isPending: offer.isPending || formState.isSubmitting,
    failure: offer.error?.message,
  };
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
