import { Link } from 'react-router';
import { t } from '#contract/text.ts';
import { browseLink } from '../../routing/browse-links.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { BookingModalSlot, useBooking } from '../bookings/use-booking.tsx';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { SimilarProducts } from './around/SimilarProducts.tsx';

/** Where a listing was that is off sale: nothing of it, and what is like it. */
export function GoneListing({ id }: { id: string }) {
  const booking = useBooking();
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 py-10">
      <div className="max-w-prose">
        <h1 tabIndex={-1}>{t`This instrument is no longer on sale`}</h1>
        <p className="mt-2 text-muted">
          {t`Its seller has withdrawn the listing, or the shop has. Perhaps one of these will do as well.`}
        </p>
        <Link className={`mt-5 ${buttonStyle('primary')}`} to={browseLink()}>
          {t`See what is on sale`}
        </Link>
      </div>
      <SimilarProducts book={booking.book} heartOf={heartOf} id={id} />
      <BookingModalSlot {...booking} />
    </div>
  );
}
