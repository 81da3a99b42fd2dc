import { Trans } from '@lingui/react/macro';
import type { Dispute } from '#contract/after-sale/disputes.ts';
import { reasonText, withdrawalReason } from '#contract/after-sale/shop-reasons.ts';
import type { DisputeCause } from '#contract/bookings/states.ts';
import { isolate, listSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { amountLeft } from '#contract/money/currency.ts';
import { msg, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { currentShop } from '../../ui/current-shop.ts';
import { formatMoney } from '../../ui/format.ts';
import { DisputeMessages } from './DisputeMessages.tsx';
import { EvidenceImages } from './EvidenceImages.tsx';
import { Said } from './Said.tsx';

/** What a dispute is about, in a few words. */
export const disputeCauseNames: Record<DisputeCause, string> = textsOf({
  'return-contested': msg`Return contested`,
  'not-received': msg`Never arrived`,
  'not-as-described': msg`Not as described`,
  'sent-back': msg`Sent back, no answer`,
  'no-place': msg`No place for the return`,
  chargeback: msg`Chargeback`,
});

/** By whom it was sent, and the number of the parcel. */
function Parcel({ dispute: { parcel, sellerName } }: { dispute: Dispute }) {
  if (!parcel) return null;
  const { tracking } = parcel;
  const address = parcel.trackingUrl ?? (tracking?.startsWith('https://') ? tracking : undefined);
  const carrier = isolate(parcel.carrier);
  return (
    <div>
      <p className="wrap-anywhere">
        <span>{t`Sent with ${carrier}`}</span>
        {tracking && (
          <>
            <span>{listSeparator()}</span>
            {address === undefined ? (
              <bdi dir="ltr">{tracking}</bdi>
            ) : (
              <a className="text-link" dir="ltr" href={address} rel="noopener" target="_blank">
                {tracking}
              </a>
            )}
          </>
        )}
        <span>{listSeparator()}</span>
        <Moment at={parcel.sentAt} />
      </p>
      {parcel.images && (
        <>
          <p className="mt-3 text-sm text-muted">{t`The parcel as it was packed`}</p>
          <EvidenceImages addresses={parcel.images} of={sellerName} />
        </>
      )}
    </div>
  );
}

/**
 * A dispute from its cause to its decision: what the buyer said on the left, what the seller said on the right, and what the
 * shop and the card provider said in between.
 */
export function DisputeRecord({ dispute }: { dispute: Dispute }) {
  const { cause, buyerName, sellerName, shipping, total, openedAt } = dispute;
  const sentBack = dispute.return?.sentBack;
  const paid = formatMoney(total);
  const sending = formatMoney(shipping);
  const money = shipping > 0 ? t`${paid} incl. ${sending} shipping` : paid;
  return (
    <div className="space-y-5">
      <p className="flex flex-wrap items-baseline gap-x-3 border-b border-line pb-3">
        <strong>{disputeCauseNames[cause]}</strong>
        <span className="text-muted">
          <Trans>
            <span>{money}</span>, between <bdi>{buyerName}</bdi> and <bdi>{sellerName}</bdi>
          </Trans>
        </span>
      </p>
      <DisputeMessages bookingId={dispute.bookingId} />
      <Parcel dispute={dispute} />
      {dispute.isSameInstrument !== undefined && (
        <p>
          {dispute.isSameInstrument
            ? t`At the receipt the buyer said that it is the instrument in the pictures of the listing.`
            : t`At the receipt the buyer said that it is not the instrument in the pictures of the listing.`}
        </p>
      )}
      <Decision dispute={dispute} />
      <ol aria-label={t`What was said`} className="space-y-3">
        {dispute.return && (
          <Said
            clips={dispute.return.clips}
            images={dispute.return.images}
            name={buyerName}
            by="buyer"
            time={dispute.return.time}
          >
            {reasonText(dispute.return.reason)}
          </Said>
        )}
        {sentBack && (
          <Said images={[]} name={buyerName} by="buyer" time={sentBack.time}>
            {[t`Sent back with ${{ carrier: isolate(sentBack.carrier) }}`, sentBack.tracking]
              .filter(Boolean)
              .join('\n')}
          </Said>
        )}
        {cause === 'sent-back' || cause === 'no-place' ? (
          <Said images={[]} name={currentShop().name} by="provider" time={openedAt}>
            {cause === 'sent-back'
              ? t`${{ sellerName: isolate(sellerName) }} has not confirmed that it is back.`
              : t`${{ sellerName: isolate(sellerName) }} has not said where it is to be returned.`}
          </Said>
        ) : cause === 'chargeback' ? (
          <Said images={[]} name={t`The card provider`} by="provider" time={openedAt}>
            {t`The buyer’s bank has asked for the money back.`}
          </Said>
        ) : (
          <Said
            clips={dispute.clips}
            images={dispute.images}
            name={dispute.openedBy === 'seller' ? sellerName : buyerName}
            by={dispute.openedBy ?? 'buyer'}
            time={openedAt}
          >
            {dispute.reason}
          </Said>
        )}
        {dispute.statements.map(({ _id, author, text, images, clips, time }) => (
          <Said
            clips={clips}
            images={images}
            key={_id}
            name={author.name}
            by={author.role}
            time={time}
          >
            {text}
          </Said>
        ))}
      </ol>
    </div>
  );
}

/** What was decided, before what was said: who comes back later looks for this. */
function Decision({ dispute }: { dispute: Dispute }) {
  const { decidedAt, cause, refund = 0, goesBack, buyerName, total, decisionReason } = dispute;
  if (!decidedAt) return null;
  const rest = amountLeft(total, refund);
  // Unless it was decided otherwise, the price goes back first.
  const sending = dispute.shippingRefund ?? Math.max(0, amountLeft(refund, dispute.price));
  const ofPrice = formatMoney(amountLeft(refund, sending));
  const ofSending = formatMoney(sending);
  const name = isolate(buyerName);
  const refunded = formatMoney(refund);
  const remainder = formatMoney(rest);
  return (
    <section
      aria-label={t`The decision`}
      className="rounded-lg border border-s-4 border-line border-s-green bg-surface p-4 shadow-rest"
    >
      <p className="text-sm text-muted">
        {decisionReason === withdrawalReason ? (
          <Moment at={decidedAt} />
        ) : cause === 'chargeback' ? (
          <span key="provider">
            <Trans>
              The card provider decided <Moment at={decidedAt} />
            </Trans>
          </span>
        ) : (
          <span key="shop">
            <Trans>
              The shop decided <Moment at={decidedAt} />
            </Trans>
          </span>
        )}
      </p>
      <p className="font-display text-subheading font-semibold wrap-anywhere">
        {refund > 0 ? t`${refunded} back to ${name}` : t`The sale stands`}
      </p>
      <p className="text-sm text-muted">
        {refund > 0 && dispute.shipping > 0 && (
          <span>{t`${ofPrice} of the price and ${ofSending} for shipping.`} </span>
        )}
        {refund === 0 && <span>{t`No money goes back.`}</span>}
        {refund > 0 && goesBack && (
          <span>{t`The refund waits until the instrument is given back.`} </span>
        )}
        {refund > 0 && rest > 0 && <span>{t`${remainder} stays with the sale.`}</span>}
      </p>
      {decisionReason && (
        <p className="mt-3 whitespace-pre-line wrap-anywhere" dir="auto">
          {reasonText(decisionReason)}
        </p>
      )}
    </section>
  );
}
