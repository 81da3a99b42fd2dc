import { Link } from 'react-router';
import { categories } from '#contract/constants.ts';
import { paths } from '../../routing/paths.ts';
import { CategoryTile } from '../../ui/CategoryTile.tsx';
import { BookingModalSlot } from '../bookings/BookingModalSlot.tsx';
import { useBooking } from '../bookings/use-booking.ts';
import { Advertised } from '../products/Advertised.tsx';
import { Promises } from '../products/Promises.tsx';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { categoriesId, windowId } from './anchors.ts';
import { Banner } from './Banner.tsx';
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

/** The five category tiles. A guest who follows one signs in first and then gets there. */
function CategoryTiles() {
  return (
    <section
      aria-labelledby="categories-heading"
      className="border-y border-line bg-sunken"
      id={categoriesId}
    >
      <div className="mx-auto max-w-page px-4 py-14 lg:py-20">
        <h2 id="categories-heading">Find your section</h2>
        <p className="text-muted">Five shelves, seated like an orchestra.</p>
        <ul className="mt-6 grid grid-cols-2 gap-4 sm:grid-cols-6 md:grid-cols-5 lg:gap-6">
          {categories.map((category) => (
            <li
              className="grid last:max-sm:col-span-2 sm:max-md:col-span-2 sm:max-md:nth-4:col-start-2"
              key={category}
            >
              <CategoryTile category={category} link={Link} to={paths.category(category)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
