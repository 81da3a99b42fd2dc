import { BookingModalSlot } from '../bookings/BookingModalSlot.tsx';
import { useBooking } from '../bookings/use-booking.ts';
import { Advertised } from '../products/Advertised.tsx';
import { Promises } from '../products/Promises.tsx';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { windowId } from './anchors.ts';
import { Banner } from './Banner.tsx';
import { CategoryTiles } from './CategoryTiles.tsx';
import { SellerPromo } from './SellerPromo.tsx';

export function HomePage() {
  const booking = useBooking();
  return (
    <>
      <Banner />
      <Advertised book={booking.book} heartOf={heartOf} id={windowId} />
      <CategoryTiles />
      <SellerPromo />
      <Promises />
      <BookingModalSlot {...booking} />
    </>
  );
}
