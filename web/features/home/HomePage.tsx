import { BookingSpot } from '../bookings/BookingSpot.tsx';
import { useBooking } from '../bookings/booking.ts';
import { Advertised } from '../products/Advertised.tsx';
import { Promises } from '../products/Promises.tsx';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { Banner } from './Banner.tsx';
import { windowId } from './places.ts';
import { SellerPromo } from './SellerPromo.tsx';
import { Shelves } from './Shelves.tsx';

export function HomePage() {
  const booking = useBooking();
  return (
    <>
      <Banner />
      <Advertised book={booking.book} heartOf={heartOf} id={windowId} />
      <Shelves />
      <SellerPromo />
      <Promises />
      <BookingSpot {...booking} />
    </>
  );
}
