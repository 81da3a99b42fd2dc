import { Link } from 'react-router';
import type { Booking } from '#contract/bookings/bookings.ts';
import { listSeparator } from '#contract/isolate.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { EmailText } from '../../ui/EmailText.tsx';
import { Picture } from '../../ui/Picture.tsx';

/** The name of what was booked, which leads to its listing. */
export function ProductLink({ name, productId }: Pick<Booking, 'name' | 'productId'>) {
  return (
    <Link className="underline-offset-4 hover:underline" dir="auto" to={paths.product(productId)}>
      {name}
    </Link>
  );
}

/** The small picture of what was booked, for admins' lists. */
export function BookedPicture({ booking: { image, picture } }: { booking: Booking }) {
  return <Picture address={image} alt="" sizes="5rem" source={picture} />;
}

/** Buyer and seller for admins, who act for the one whose account was removed. */
export function partiesOf(booking: Booking) {
  const { buyerName, buyerEmail, buyerRemoved, sellerName, sellerRemoved } = booking;
  return [
    {
      name: t`Buyer`,
      value: (
        <>
          <bdi>{buyerName}</bdi>
          <span className="text-muted">
            <span>{listSeparator()}</span>
            {buyerRemoved ? <span>{t`Account deleted`}</span> : <EmailText email={buyerEmail} />}
          </span>
        </>
      ),
    },
    {
      name: t`Seller`,
      value: (
        <>
          <bdi>{sellerName}</bdi>
          {sellerRemoved && (
            <span className="text-muted">
              <span>{listSeparator()}</span>
              <span>{t`Account deleted`}</span>
            </span>
          )}
        </>
      ),
    },
  ];
}
