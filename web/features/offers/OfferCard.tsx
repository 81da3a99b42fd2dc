import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { shownBookedZone } from '#contract/delivery/shop-zones.ts';
import { labelSeparator } from '#contract/isolate.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { formatMoney } from '../../ui/format.ts';
import { timeLeft } from '../../ui/time-left.ts';
import type { OfferQuestion } from './OfferDialog.tsx';

/** Whether the offer can still be answered, by the reader's clock too. */
export function useIsLive({ turn, expiresAt }: Offer): boolean {
  const now = useNow();
  return turn !== undefined && (expiresAt === undefined || new Date(expiresAt) > now);
}

/** The delivery of an offer and, if it costs something, its price and the total. */
export function deliveryFacts({ delivery, shipping, total }: Offer) {
  if (!delivery) return [];
  const { text: zone, ...language } = shownBookedZone(delivery);
  const money = shipping > 0 ? formatMoney(shipping) : t`free`;
  if (delivery.method === 'pickup') return [{ name: t`Delivery`, value: t`Pickup` }];
  return [
    {
      name: t({ message: 'Shipping', context: 'delivery' }),
      value: (
        <>
          <bdi {...language}>{zone}</bdi>
          <span>{`, ${money}`}</span>
        </>
      ),
    },
    ...(shipping > 0 ? [{ name: t`Total`, value: <strong>{formatMoney(total)}</strong> }] : []),
  ];
}

/** The state of an offer for its reader: whose turn it is and until when, or how it ended; and the amounts so far. */
export function OfferStatus({ offer }: { offer: Offer }) {
  const isLive = useIsLive(offer);
  return (
    <div className="space-y-1">
      {isLive ? <Turn offer={offer} /> : <p>{endTexts(offer)}</p>}
      {offer.amounts.length > 1 && <Amounts offer={offer} />}
      {offer.message !== undefined && (
        <p className="wrap-anywhere text-muted">
          <span className="sr-only">{t`The buyer wrote:`} </span>
          <q className="whitespace-pre-line" dir="auto">
            {offer.message}
          </q>
        </p>
      )}
    </div>
  );
}

function Turn({ offer: { turn, side, expiresAt = '' } }: { offer: Offer }) {
  const left = timeLeft(expiresAt, useNow());
  const isMine = turn === side;
  const theirs = side === 'buyer' ? t`The seller’s turn` : t`The buyer’s turn`;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={isMine ? 'brass' : 'quiet'}>{isMine ? t`Your turn` : theirs}</Badge>
      <span className="text-muted">
        <Trans>
          <span>{left}</span> left, until <Moment at={expiresAt} />
        </Trans>
      </span>
    </p>
  );
}

function endTexts({ state, side, turn, voidReason, belowLeast }: Offer): string {
  if (turn !== undefined || state === 'expired') return t`Nobody answered in time.`;
  if (state === 'accepted') return t`Accepted, and booked at this amount.`;
  if (belowLeast) return t`Declined for you: it was below your lowest offer.`;
  if (state === 'declined') return t`Declined.`;
  if (state === 'withdrawn') return t`Withdrawn.`;
  return voidTexts[voidReason ?? 'ended'](side);
}

const voidTexts: Record<NonNullable<Offer['voidReason']>, (side: Offer['side']) => string> = {
  sold: (side) => (side === 'buyer' ? t`Sold to somebody else.` : t`The instrument was sold.`),
  withdrawn: () => t`The instrument was taken off sale.`,
  price: () => t`The price is now this or less, so it can be booked at the price.`,
  ended: () => t`This offer has ended.`,
};

/** The first amount is the buyer's, then the sides alternate. */
function Amounts({ offer: { amounts, side } }: { offer: Offer }) {
  return (
    <ol aria-label={t`What was offered`} className="flex flex-wrap gap-x-3 text-muted">
      {amounts.map((amount, index) => {
        const by = index % 2 === 0 ? 'buyer' : 'seller';
        const money = formatMoney(amount);
        return <li key={amount}>{by === side ? t`You: ${money}` : amountTexts[by](money)}</li>;
      })}
    </ol>
  );
}

const amountTexts: Record<Offer['side'], (money: string) => string> = {
  buyer: (money) => t`Buyer: ${money}`,
  seller: (money) => t`Seller: ${money}`,
};

/** What the reader can do about an offer now. */
export function OfferActions({
  offer,
  ask,
}: {
  offer: Offer;
  /** Opens the dialog of an answer. */
  ask: (question: OfferQuestion) => void;
}) {
  const isLive = useIsLive(offer);
  if (!isLive) return <Booked offer={offer} />;
  const { turn, side, amount, least, most, name } = offer;
  const money = formatMoney(amount);
  const answers: readonly (readonly [OfferQuestion['answer'], string])[] =
    turn === side
      ? [
          ['accepted', t`Accept ${money}`],
          ...(least !== undefined && most !== undefined
            ? ([['countered', t`Counter-offer`]] as const)
            : []),
          ['declined', t`Decline`],
        ]
      : [['withdrawn', t`Withdraw`]];
  return (
    <div className="flex flex-wrap gap-2">
      {answers.map(([answer, words]) => (
        <Button
          key={answer}
          onClick={() => ask({ offer, answer })}
          size="small"
          variant={answer === 'accepted' ? 'primary' : 'quiet'}
        >
          <span>{words}</span>
          <span className="sr-only">
            <span>{labelSeparator()}</span>
            <bdi>{name}</bdi>
          </span>
        </Button>
      ))}
    </div>
  );
}

function Booked({ offer: { bookingId, side, name } }: { offer: Offer }) {
  if (bookingId === undefined) return null;
  return (
    <Link
      className={buttonStyle('quiet', 'small')}
      to={side === 'buyer' ? paths.payment(bookingId) : paths.bookings('seller')}
    >
      <span>{side === 'buyer' ? t`See the booking` : t`See the order`}</span>
      <span className="sr-only">
        <span>{labelSeparator()}</span>
        <bdi>{name}</bdi>
      </span>
    </Link>
  );
}
