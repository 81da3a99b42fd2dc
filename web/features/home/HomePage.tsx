import { Link } from 'react-router';
import { categories } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { CategoryTile } from '../../ui/CategoryTile.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ShopWall } from '../../ui/illustrations/ShopWall.tsx';
import { BookingModalSlot } from '../bookings/BookingModalSlot.tsx';
import { useBooking } from '../bookings/use-booking.ts';
import { Advertised } from '../products/Advertised.tsx';
import { promises } from '../products/promises.ts';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { SellerPromo } from './SellerPromo.tsx';

/** Anchors that the banner links to. */
const windowId = 'window';
const categoriesId = 'categories';

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

/** The three reassurances at the end of the page. */
function Promises() {
  return (
    <section aria-labelledby="promises-heading" className="mx-auto max-w-page px-4">
      <h2 className="sr-only" id="promises-heading">
        What you can count on
      </h2>
      <ul className="grid gap-8 md:grid-cols-3 md:gap-10">
        {promises.map(({ icon, title, text }) => (
          <li
            className="relative border-l border-line-strong py-1 pl-6 first:border-l-[6px] first:border-double first:border-brass max-md:ml-[5px] max-md:first:ml-0"
            key={title}
          >
            <Icon className="mb-2 size-7 text-brass" name={icon} />
            <h3>{title}</h3>
            <p className="mt-1 max-w-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The shop in one line and the first step. The heading is the largest contentful paint: text that arrives with the
 * first bytes.
 */
function Banner() {
  return (
    <section className="on-walnut overflow-hidden">
      <div className="mx-auto grid max-w-page items-center gap-x-12 px-4 pt-10 lg:grid-cols-[1.05fr_1fr] lg:pt-0">
        <div className="lg:py-20">
          <h1 className="text-hero" tabIndex={-1}>
            Second-hand instruments, ready for their next song.
          </h1>
          <p className="mt-5 max-w-lg text-lg text-on-walnut-muted">
            Played, looked after, and passed on by the people who know every scratch on them.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <Link className={buttonStyle('primary', 'large')} to={{ hash: categoriesId }}>
              Find your instrument
            </Link>
            <Link className="text-link py-2 font-semibold" to={{ hash: windowId }}>
              See what is in the window
            </Link>
          </div>
        </div>
        {/* The lamp's cord goes on to the ceiling, however high that is. It hangs at 282 of the drawing's 520. */}
        <div className="relative mx-auto mt-6 w-full max-w-md self-end before:absolute before:bottom-full before:left-[54.23%] before:h-40 before:w-[3px] before:-translate-x-1/2 before:bg-walnut-line max-lg:before:hidden lg:mt-0 lg:max-w-none">
          <ShopWall className="w-full" />
        </div>
      </div>
    </section>
  );
}
