import type { Ref } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { arriveTo, paths } from '#contract/page-paths.ts';
import type { WishlistItem } from '#contract/wishlist.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { formatMoney } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';
import { type Column, Table } from '../../ui/Table.tsx';

/** Wishes with the columns of the specification, and the picture by which one knows them. */
export function WishTable({
  wishes,
  onDelete,
  ref,
}: {
  wishes: readonly WishlistItem[];
  onDelete: (wish: WishlistItem) => void;
  ref: Ref<HTMLTableSectionElement>;
}) {
  return (
    <Table
      caption="Your wishlist"
      columns={columnsOf(onDelete)}
      ref={ref}
      rowKey={({ _id }) => _id}
      rows={wishes}
    />
  );
}

function columnsOf(onDelete: (wish: WishlistItem) => void): Column<WishlistItem>[] {
  return [
    { header: 'Serial', isWhole: true, cell: (_wish, index) => index + 1 },
    {
      header: 'Image',
      cell: ({ image }) => (
        <span className="block w-20">
          <Picture address={image} alt="" sizes="5rem" />
        </span>
      ),
    },
    {
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, productId }) => (
        <Link className="text-link" dir="auto" to={paths.product(productId)}>
          {name}
        </Link>
      ),
    },
    { header: 'Price', isWhole: true, align: 'end', cell: ({ price }) => formatMoney(price) },
    { header: 'Status', isWhole: true, cell: (wish) => <StateOfWish wish={wish} /> },
    {
      header: 'Delete',
      isWhole: true,
      cell: (wish) => (
        <Button onClick={() => onDelete(wish)} size="small" variant="quietDanger">
          Delete<span className="sr-only"> {wish.name} from your wishlist</span>
        </Button>
      ),
    },
  ];
}

/**
 * Pay leads to the payment of the person's own booking, or to the product with its booking modal open. What somebody
 * else has bought is sold, and what somebody else holds is on hold.
 */
function StateOfWish({ wish }: { wish: WishlistItem }) {
  const { bookingId, paid, sold, productId, name, heldUntil } = wish;
  const isHeld = useIsAhead(heldUntil);
  if (sold || paid) {
    const isMine = bookingId !== undefined;
    return (
      <Badge tone={isMine ? 'green' : 'quiet'}>
        {isMine ? messages.booking.paid : messages.product.sold}
      </Badge>
    );
  }
  if (isHeld && bookingId === undefined) {
    return (
      <Link className={buttonStyle('quiet', 'small')} to={paths.product(productId)}>
        {messages.hold.badge}
        <span className="sr-only">: {name}</span>
      </Link>
    );
  }
  return (
    <Link
      className={buttonStyle('primary', 'small')}
      {...(bookingId === undefined && { state: arriveTo('book') })}
      to={bookingId === undefined ? paths.product(productId) : paths.payment(bookingId)}
    >
      {messages.booking.pay}
      <span className="sr-only"> for {name}</span>
    </Link>
  );
}
