import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { isolate, labelSeparator } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { arriveTo, paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { WishlistItem } from '#contract/wishlist/wishlist.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useIsAhead } from '../../hydration/site.ts';
import { ActionMenu, MenuAction, menuLink } from '../../ui/ActionMenu.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { CardList, ItemCard } from '../../ui/CardList.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';

/** Wishes as cards, with what the specification's table of them has: serial, name, price, status and a way to delete. */
export function WishCards({
  wishes,
  onDelete,
  ref,
}: {
  wishes: readonly WishlistItem[];
  onDelete: (wish: WishlistItem) => void;
  ref: Ref<HTMLUListElement>;
}) {
  return (
    <CardList items={wishes} name={t`Your wishlist`} ref={ref}>
      {(wish, serial) => <WishCard onDelete={() => onDelete(wish)} serial={serial} wish={wish} />}
    </CardList>
  );
}

function WishCard({
  wish,
  serial,
  onDelete,
}: {
  wish: WishlistItem;
  serial: number;
  onDelete: () => void;
}) {
  const { image, picture, name, price, productId, time } = wish;
  const { status, step } = useStateOfWish(wish);
  return (
    <ItemCard
      actions={
        <div className="flex gap-2 [&>a]:flex-1 [&>div]:ms-auto">
          {step}
          <ActionMenu about={name}>
            <Link {...menuLink} to={paths.product(productId)}>
              {t`See the listing`}
            </Link>
            <MenuAction isDangerous onSelect={onDelete}>
              {t`Delete from the wishlist`}
            </MenuAction>
          </ActionMenu>
        </div>
      }
      party={
        <span>
          <Trans>
            On your list since <Moment at={time} isDay />
          </Trans>
        </span>
      }
      picture={<Picture address={image} alt="" sizes="12rem" source={picture} />}
      price={formatMoney(price)}
      serial={serial}
      status={status}
      title={
        <Link
          className="underline-offset-4 hover:underline"
          dir="auto"
          to={paths.product(productId)}
        >
          {name}
        </Link>
      }
    />
  );
}

/**
 * Pay leads to the payment of the person's own booking, or to the product with its booking modal open. What another
 * user has bought is sold, and what another user holds is on hold.
 */
function useStateOfWish({ bookingId, paid, sold, productId, name, heldUntil }: WishlistItem): {
  status: ReactNode;
  step?: ReactNode;
} {
  const isHeld = useIsAhead(heldUntil);
  const isMine = bookingId !== undefined;
  if (sold || paid) {
    return {
      status: (
        <Badge tone={isMine ? 'green' : 'quiet'}>
          {isMine ? messages.booking.paid : messages.product.sold}
        </Badge>
      ),
    };
  }
  if (isHeld && !isMine) {
    return {
      status: <span className="text-sm text-muted">{t`Somebody has booked it.`}</span>,
      step: (
        <Link className={buttonStyle('quiet', 'small')} to={paths.product(productId)}>
          {messages.hold.badge}
          <span className="sr-only">{labelSeparator() + isolate(name)}</span>
        </Link>
      ),
    };
  }
  return {
    status: isMine ? (
      <Badge tone="brass">{t`Booked by you`}</Badge>
    ) : (
      <Badge tone="green">{t`Available`}</Badge>
    ),
    step: (
      <Link
        className={buttonStyle('primary', 'small')}
        {...(!isMine && { state: arriveTo('book') })}
        to={isMine ? paths.payment(bookingId) : paths.product(productId)}
      >
        <Trans>
          Pay<span className="sr-only">{` for ${name}`}</span>
        </Trans>
      </Link>
    ),
  };
}
