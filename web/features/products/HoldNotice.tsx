import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { msg, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useIdentity } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoney, phoneAddress } from '../../ui/format.ts';
import { HoldStep, useSideOfHold } from './Hold.tsx';
import { requestAlertMutation } from './queries.ts';

/** Says until when a product is on hold, and what the reader can do. It never says by whom. */
export function HoldNotice({
  product,
  heldUntil,
  asksAtOnce,
}: {
  product: SingleProduct;
  heldUntil: string;
  /** Asks for the mail without another press, because a link elsewhere was pressed for it. */
  asksAtOnce: boolean;
}) {
  const side = useSideOfHold(product);
  return (
    <section
      aria-labelledby="hold"
      className="mt-6 rounded-lg border-s-4 border-brass bg-sunken p-5"
    >
      <h2 className="font-display text-subheading font-semibold" id="hold">
        {titles[side](heldUntil)}
      </h2>
      <p className="mt-1 text-muted">{consequences[side]}</p>
      {side === 'holder' && product.bookedPrice !== undefined && (
        <p className="mt-2 font-semibold">{payText(product.bookedPrice)}</p>
      )}
      {side === 'holder' && <SellersNumber number={product.number} />}
      <div className="mt-4">
        {side === 'other' ? (
          <AlertButton asksAtOnce={asksAtOnce} product={product} />
        ) : (
          <HoldStep product={product} />
        )}
      </div>
    </section>
  );
}

const titles: Record<ReturnType<typeof useSideOfHold>, (until: string) => ReactElement> = {
  holder: (until) => (
    <Trans>
      Held for you until <Moment at={until} />
    </Trans>
  ),
  seller: (until) => (
    <Trans>
      Booked until <Moment at={until} />
    </Trans>
  ),
  other: (until) => (
    <Trans>
      On hold until <Moment at={until} />
    </Trans>
  ),
};

const consequences = textsOf({
  holder: msg`Pay before then and it is yours.`,
  seller: msg`The buyer has until then to pay. After that it is available again.`,
  other: msg`Somebody has booked it and has until then to pay. After that it is available again.`,
});

function payText(bookedPrice: number): string {
  const price = formatMoney(bookedPrice);
  return t`You pay ${price}, the price when you booked it.`;
}

function SellersNumber({ number }: { number: string | undefined }) {
  if (number === undefined) {
    return (
      <p className="mt-2 text-muted">{t`The seller’s phone number appears here ten minutes after the booking, or as soon as you have paid.`}</p>
    );
  }
  return (
    <p className="mt-2">
      {messages.hold.sellersNumber}{' '}
      <a className="text-link" href={phoneAddress(number)}>
        <bdi dir="ltr">{number}</bdi>
      </a>
    </p>
  );
}

/** Asks for one mail when the product is free again, or takes that wish back. For guests it links to the login page. */
function AlertButton({
  product,
  asksAtOnce = false,
}: {
  product: SingleProduct;
  asksAtOnce?: boolean;
}) {
  const identity = useIdentity();
  const { mutate, isPending, error } = useMutation(requestAlertMutation(product._id));
  const isGuest = identity === null || identity === 'pending';
  const isRequested = product.alertRequested === true;

  const askAtOnce = useEffectEvent(() => {
    if (!isGuest && !isRequested) mutate(true);
  });
  useEffect(() => {
    if (asksAtOnce) askAtOnce();
  }, [asksAtOnce]);

  if (isGuest) return <HoldStep product={product} />;
  return (
    <div className="space-y-2">
      <p className="font-semibold empty:hidden" role="status">
        {isRequested && messages.hold.alertRequested}
      </p>
      <Button
        isBusy={isPending}
        onClick={() => mutate(!isRequested)}
        size={isRequested ? 'small' : 'medium'}
      >
        {isRequested ? messages.hold.cancelAlert : messages.hold.tellMe}
      </Button>
      {error && (
        <p className="text-sm text-red" role="alert">
          {error.message}
        </p>
      )}
    </div>
  );
}

/** The same in the bar at the bottom of a phone's window. */
export function HoldBarStep({ product }: { product: SingleProduct }) {
  const side = useSideOfHold(product);
  if (side !== 'other') return <HoldStep product={product} />;
  if (product.alertRequested) {
    return <p className="text-sm text-muted">{messages.hold.alertRequested}</p>;
  }
  return <AlertButton product={product} />;
}
