import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isShipped } from '#contract/after-sale/sale-step-table.ts';
import type { SaleSide, SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { EmailText } from '../../ui/EmailText.tsx';
import { formatList, formatPaid, phoneAddress } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { AddressText } from '../delivery/AddressText.tsx';
import { CustomsNote, crossesCustoms } from '../delivery/CustomsNote.tsx';
import { EvidenceImages } from './EvidenceImages.tsx';

/** The money of a sale, who is on the other side, and its papers. */
export function SaleFacts({ booking, viewer }: { booking: Booking; viewer: SaleViewer }) {
  const { _id, image, picture, productId, name, refund, location, delivery } = booking;
  const { address, addressLines } = booking;
  const isSent = isShipped(booking);
  const { trackingUrl, parcelImages } = booking.fulfilment ?? {};
  return (
    <div className="space-y-7 lg:max-w-80">
      <Link
        aria-label={t`See the listing of ${name}`}
        className="block max-lg:hidden print:hidden"
        to={paths.product(productId)}
      >
        <Picture address={image} alt="" sizes="20rem" source={picture} />
      </Link>
      <Part id="money" title={t`Money`}>
        <Facts facts={moneyOf(booking, viewer)} />
      </Part>
      {viewer !== 'admin' && shopHas('messages') && (
        <Link className={buttonStyle('quiet')} to={paths.writeAbout(productId, _id)}>
          <Icon name="message" />
          <span>{viewer === 'buyer' ? t`Write to the seller` : t`Write to the buyer`}</span>
        </Link>
      )}
      {viewer !== 'buyer' && <Person booking={booking} side="buyer" />}
      {viewer !== 'seller' && <Person booking={booking} side="seller" />}
      {(address || location !== '') && (
        <Part
          id="place"
          title={
            isSent ? t`Shipping to` : delivery ? t`Where to meet` : t`Where to meet or send it`
          }
        >
          {address ? (
            <AddressText address={address} lines={addressLines} />
          ) : (
            <p className="wrap-anywhere" dir="auto">
              {location}
            </p>
          )}
          {viewer === 'buyer' && isSent && address && (
            <div className="mt-3">
              <CustomsNote from={booking.shipsFrom} to={address} />
            </div>
          )}
          {trackingUrl !== undefined && (
            <p className="mt-2">
              <a className="text-link" href={trackingUrl} rel="noopener" target="_blank">
                {t`Track the parcel`}
              </a>
            </p>
          )}
        </Part>
      )}
      {booking.permit?.number !== undefined && (
        <Part id="permit" title={t`Number of the permit`}>
          <p className="wrap-anywhere" dir="auto">
            {booking.permit.number}
          </p>
          <p className="text-sm text-muted">{t`The seller has said this. The shop does not check it.`}</p>
        </Part>
      )}
      {parcelImages && (
        <Part id="parcel" title={t`The parcel as it was packed`}>
          <EvidenceImages addresses={parcelImages} of={booking.sellerName} />
        </Part>
      )}
      <Part id="papers" title={t`Documents`}>
        <ul className="space-y-1">
          <li>
            <Link className="text-link inline-block py-1" to={paths.paper(_id, 'receipt')}>
              {t`Receipt`}
            </Link>
          </li>
          {address && viewer !== 'buyer' && (
            <li>
              <Link className="text-link inline-block py-1" to={paths.paper(_id, 'label')}>
                {t`Address label`}
              </Link>
            </li>
          )}
          {viewer !== 'buyer' && crossesCustoms(booking) && (
            <li>
              <Link className="text-link inline-block py-1" to={paths.paper(_id, 'customs')}>
                {t`Customs declaration`}
              </Link>
            </li>
          )}
          {refund && (
            <li>
              <Link className="text-link inline-block py-1" to={paths.paper(_id, 'refund')}>
                {t`Refund note`}
              </Link>
            </li>
          )}
        </ul>
      </Part>
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** What was agreed, was paid and went back, and for those who may know it, what the seller gets of it and whether that is paid out. */
function moneyOf(booking: Booking, viewer: SaleViewer): Fact[] {
  const { price, shipping, total, offer, paidAt, refund, earnings, transactionId } = booking;
  const { amount = 0, payout = 'pending', paidOutAt } = earnings ?? {};
  const payouts = {
    pending: t`On its way: held until the sale is complete`,
    due: t`On its way: paid out with the next payout`,
    'on-its-way': t`On its way to the account`,
    'paid-out': <Dated at={paidOutAt} text={t`Paid out`} />,
  };
  return [
    [
      t`Price`,
      <span key="price" className="price">
        {formatPaid(price)}
      </span>,
    ],
    ...(shipping > 0
      ? [
          [t({ message: 'Shipping', context: 'delivery' }), formatPaid(shipping)] as const,
          [t`Total`, formatPaid(total)] as const,
        ]
      : []),
    ...(offer
      ? [
          [t`Listed at`, formatPaid(offer.listedPrice)] as const,
          [
            t`Offers`,
            <Dated
              at={offer.time}
              key="offer"
              text={formatList(offer.amounts.map((amount) => formatPaid(amount)))}
            />,
          ] as const,
        ]
      : []),
    ...(paidAt ? [[messages.booking.paid, <Moment at={paidAt} key="paid" />] as const] : []),
    ...(refund
      ? [
          [
            refund.state === 'refunded' ? t`Refunded` : t`Being refunded`,
            <Dated at={refund.time} key="refund" text={formatPaid(refund.amount)} />,
          ] as const,
          ...(refund.shipping
            ? [[t`Of which shipping`, formatPaid(refund.shipping)] as const]
            : []),
        ]
      : []),
    ...(earnings && earnings.commission > 0
      ? [[t`Shop’s share`, formatPaid(earnings.commission)] as const]
      : []),
    ...(earnings
      ? [[viewer === 'seller' ? t`You get` : t`The seller gets`, formatPaid(amount)] as const]
      : []),
    ...(earnings && amount > 0 ? [[t`Payout`, payouts[payout]] as const] : []),
    // The buyer has it on the receipt.
    ...(transactionId && viewer !== 'buyer'
      ? [
          [
            t`Transaction`,
            <bdi dir="ltr" key="transaction">
              {transactionId}
            </bdi>,
          ] as const,
        ]
      : []),
  ];
}

function Dated({ text, at }: { text: string; at: string | undefined }) {
  return (
    <>
      <span>{text}</span>
      {at && (
        <span className="block text-sm font-normal text-muted">
          <Moment at={at} />
        </span>
      )}
    </>
  );
}

function Person({ booking, side }: { booking: Booking; side: SaleSide }) {
  const { buyerName, buyerEmail, buyerRemoved, phone, sellerName, sellerRemoved, number } = booking;
  const isBuyer = side === 'buyer';
  const isRemoved = isBuyer ? buyerRemoved : sellerRemoved;
  const reachedBy = isBuyer ? phone : number;
  return (
    <Part id={side} title={isBuyer ? t`Buyer` : t`Seller`}>
      <p className="font-semibold wrap-anywhere">
        <bdi>{isBuyer ? buyerName : sellerName}</bdi>
      </p>
      {!isBuyer && booking.trader && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {`${booking.trader.name}\n${booking.trader.address}`}
        </p>
      )}
      {isRemoved ? (
        <p className="text-muted">{t`This account was deleted. The shop acts on their behalf.`}</p>
      ) : (
        <>
          {reachedBy && (
            <p>
              <a className="text-link inline-block py-1" href={phoneAddress(reachedBy)}>
                <bdi dir="ltr">{reachedBy}</bdi>
              </a>
            </p>
          )}
          {isBuyer && buyerEmail !== '' && (
            <p className="wrap-anywhere">
              <EmailText email={buyerEmail} />
            </p>
          )}
        </>
      )}
    </Part>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`sale-${id}`}>
      <h2 className="mb-2 border-b border-line pb-1 text-subheading" id={`sale-${id}`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Names and values, one below the other. */
function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, value]) => (
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 py-2" key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
