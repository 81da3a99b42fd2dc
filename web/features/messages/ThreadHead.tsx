import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { textsOf } from '#contract/language.ts';
import type { Thread } from '#contract/messages/threads.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';

type ListingState = Thread['product']['state'];

export const listingStates: Record<
  ListingState,
  { label: string; tone: 'green' | 'brass' | 'walnut' | 'quiet' }
> = textsOf({
  'on-sale': { label: msg`On sale`, tone: 'green' },
  held: { label: msg`On hold`, tone: 'brass' },
  sold: { label: msg`Sold`, tone: 'walnut' },
  withdrawn: { label: msg`No longer listed`, tone: 'quiet' },
});

/** The other one in a thread; for an admin, who is no side, the buyer. */
export function otherOf({ side, buyer, seller }: Pick<Thread, 'side' | 'buyer' | 'seller'>) {
  return side === 'buyer' ? seller : buyer;
}

/** The listing that a conversation is about, with its state. */
export function ThreadHead({
  product,
  bookingId,
  children,
}: {
  product: Thread['product'];
  /** The sale between the two, if there is one. */
  bookingId?: string | undefined;
  /** What can be done about the conversation. */
  children?: ReactNode;
}) {
  const { label, tone } = listingStates[product.state];
  return (
    <section
      aria-label={t`The listing`}
      className="mt-4 flex items-center gap-4 rounded-lg border border-line bg-surface p-3"
    >
      <div className="w-20 shrink-0">
        <Picture address={product.image} alt="" sizes="5rem" source={product.picture} />
      </div>
      <div className="min-w-0 flex-1">
        {product.state === 'withdrawn' ? (
          <span className="font-semibold wrap-anywhere" dir="auto">
            {product.name}
          </span>
        ) : (
          <Link
            className="text-link font-semibold wrap-anywhere"
            dir="auto"
            to={paths.product(product._id)}
          >
            {product.name}
          </Link>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="price">{formatMoney(product.price)}</span>
          <Badge tone={tone}>{label}</Badge>
          {bookingId !== undefined && (
            <Link className="text-link py-1 text-sm" to={paths.payment(bookingId)}>
              {t`See the booking`}
            </Link>
          )}
        </p>
      </div>
      {children}
    </section>
  );
}
