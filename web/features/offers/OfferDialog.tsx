import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { offerTerms } from '#contract/constants.ts';
import { chargedAmount } from '#contract/fields.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import type { OfferAnswer } from '#contract/offers/offer-terms.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, plural, t } from '#contract/text.ts';
import { amountInputMode } from '../../ui/amount-field.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { answerOfferMutation } from './queries.ts';

// Zod would probe whether `eval` is allowed. The Content-Security-Policy forbids it, and browsers report every
// attempt.
z.config({ jitless: true });

/** The answer that the user is about to give. */
export interface OfferQuestion {
  offer: Offer;
  answer: OfferAnswer;
}

interface DialogProps {
  offer: Offer;
  onClose: () => void;
  /** The answer was given. The dialog is still open. */
  onDone: () => void;
}

/** Asks once before an offer is answered. A refusal is shown in the dialog, which keeps what was typed. */
export function OfferDialog({
  offer,
  answer,
  ...rest
}: OfferQuestion & Omit<DialogProps, 'offer'>) {
  if (answer === 'countered') return <Counter offer={offer} {...rest} />;
  if (answer === 'accepted') return <Accept offer={offer} {...rest} />;
  return <End answer={answer} offer={offer} {...rest} />;
}

/** A buyer goes on to the payment. */
function Accept({ offer, onClose, onDone }: DialogProps) {
  const navigate = useNavigate();
  const { _id, name, amount, side, person } = offer;
  const mutation = answerOfferMutation();
  const total = formatMoney(amount);
  const price = formatMoney(offer.price);
  const sending = formatMoney(offer.shipping);
  const withSending = formatMoney(offer.total);
  return (
    <MutationDialog
      confirmLabel={t`Accept ${total}`}
      keepLabel={t`Not now`}
      mutation={{
        ...mutation,
        onSuccess: ({ bookingId }) => {
          if (side === 'buyer' && bookingId) void navigate(paths.payment(bookingId));
        },
      }}
      onClose={onClose}
      onDone={onDone}
      success={t`Accepted: ${total}`}
      title={t`Accept ${total} for ${name}?`}
      variables={{ _id, state: 'accepted', amount }}
      variant="primary"
    >
      <p>
        {side === 'buyer'
          ? t`This books it at ${total} instead of ${price}, and takes you to the payment. There you say how the seller reaches you.`
          : t`This books it for ${person} at ${total} instead of ${price}. They have to pay before the hold ends, and say then how you reach them.`}
      </p>
      {offer.shipping > 0 && (
        <p className="mt-3">
          {side === 'buyer'
            ? t`Shipping costs ${sending}, so you pay ${withSending} in total.`
            : t`Shipping costs ${sending}, so ${person} pays ${withSending} in total.`}
        </p>
      )}
    </MutationDialog>
  );
}

function End({ offer, answer, onClose, onDone }: DialogProps & Pick<OfferQuestion, 'answer'>) {
  const { _id, name, amount, side } = offer;
  const total = formatMoney(amount);
  const isWithdrawn = answer === 'withdrawn';
  const { perProduct } = offerTerms;
  const texts: Record<Offer['side'], string> = {
    buyer: t`Each counts as one of the ${plural(perProduct, { one: '# offer', other: '# offers' })} that you can make for it.`,
    seller: t`The instrument stays on sale at its price.`,
  };
  return (
    <MutationDialog
      confirmLabel={isWithdrawn ? t`Withdraw it` : t`Decline it`}
      mutation={answerOfferMutation()}
      onClose={onClose}
      onDone={onDone}
      success={isWithdrawn ? t`Withdrawn: ${total}` : t`Declined: ${total}`}
      title={isWithdrawn ? t`Withdraw ${total} for ${name}?` : t`Decline ${total} for ${name}?`}
      variables={{ _id, state: answer }}
    >
      {texts[side]}
    </MutationDialog>
  );
}

function Counter({ offer, onClose, onDone }: DialogProps) {
  const { _id, name, amount, side, least = 0, most = 0 } = offer;
  const { mutate, isPending, error } = useMutation(answerOfferMutation());
  const [above, below] = [formatMoney(least), formatMoney(most)];
  const unit = currencyTexts.unit();
  const last = formatMoney(amount);
  const sending = formatMoney(offer.shipping);
  const { turnHours, rounds } = offerTerms;
  const form = z.object({
    amount: chargedAmount(msg`Enter the amount`).refine(
      (value) => value > least && value < most,
      t`Between ${above} and ${below}`,
    ),
  });
  const { register, handleSubmit, formState } = useDialogForm(`counter.${_id}`, {
    resolver: zodResolver(form),
    mode: 'onTouched',
    defaultValues: { amount: '' } as z.input<typeof form>,
  });
  const submit = handleSubmit((typed) => {
    const counter = form.parse(typed).amount;
    const sent = formatMoney(counter);
    mutate(
      { _id, state: 'countered', amount: counter },
      {
        onSuccess: () => {
          toast.success(t`Sent: ${sent}`);
          onDone();
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  });
  return (
    <FormDialog
      confirmLabel={t`Send`}
      isPending={isPending}
      keepLabel={t`Cancel`}
      onClose={onClose}
      onSubmit={submit}
      title={t`Another amount for ${name}`}
    >
      <p className="text-muted">
        {side === 'buyer'
          ? t`The seller named ${last}. They have ${plural(turnHours, { one: '# hour', other: '# hours' })} to answer yours; each of you can name ${plural(rounds, { one: '# amount', other: '# amounts' })}.`
          : t`The buyer named ${last}. They have ${plural(turnHours, { one: '# hour', other: '# hours' })} to answer yours; each of you can name ${plural(rounds, { one: '# amount', other: '# amounts' })}.`}
      </p>
      <TextField
        {...register('amount')}
        autoComplete="off"
        error={formState.errors.amount?.message}
        hint={t`Between ${above} and ${below}, in ${unit}`}
        inputMode={amountInputMode()}
        label={t`Your amount`}
      />
      {offer.shipping > 0 && <p className="text-muted">{t`Shipping costs ${sending} on top.`}</p>}
      <FieldError message={error?.message} />
    </FormDialog>
  );
}
