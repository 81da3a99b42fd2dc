import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { categories } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { currentShop, shopHas } from '../../ui/current-shop.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ShopWall } from '../../ui/illustrations/ShopWall.tsx';
import { BookingModalSlot, useBooking } from '../bookings/use-booking.tsx';
import { Advertised } from '../products/Advertised.tsx';
import { RecentlyViewed } from '../products/around/RecentlyViewed.tsx';
import { JustIn } from '../products/JustIn.tsx';
import { NearSection } from '../products/NearSection.tsx';
import { promises } from '../products/promises.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { CategoryTile } from './CategoryTile.tsx';
import { SellerPromo } from './SellerPromo.tsx';

export function HomePage() {
  const booking = useBooking();
  return (
    <>
      <Banner />
      <Advertised book={booking.book} heartOf={heartOf} />
      <JustIn book={booking.book} heartOf={heartOf} />
      <CategoryTiles />
      <div className="mx-auto max-w-page px-4">
        <NearSection>
          <RecentlyViewed book={booking.book} heartOf={heartOf} />
        </NearSection>
      </div>
      <SellerPromo />
      <Promises />
      <BookingModalSlot {...booking} />
    </>
  );
}

/** The five category tiles. A guest who follows one signs in first and then gets there. */
function CategoryTiles() {
  const { title = t`Find your section`, text = t`Five shelves, seated like an orchestra.` } =
    currentShop().home?.categories ?? {};
  return (
    <section aria-labelledby="categories-heading" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-page px-4 py-10 lg:py-12">
        <h2 id="categories-heading">{title}</h2>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <p className="text-muted">{text}</p>
          {shopHas('open-catalogue') && (
            <Link className="text-link inline-block py-1" to={paths.instruments()}>
              {t`See all kinds of instruments`}
            </Link>
          )}
        </div>
        <ul className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-5 lg:gap-4">
          {categories.map((category) => (
            <li className="grid last:max-sm:col-span-2" key={category}>
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
  const own = currentShop().home?.promises;
  const shown = promises.map((promise, index) => ({ ...promise, ...own?.[index] }));
  return (
    <section aria-labelledby="promises-heading" className="mx-auto max-w-page px-4">
      <h2 className="sr-only" id="promises-heading">
        {t`What you can count on`}
      </h2>
      <ul className="grid gap-8 md:grid-cols-3 md:gap-10">
        {shown.map(({ icon, title, text }) => (
          <li
            className="relative border-s border-line-strong py-1 ps-6 first:border-s-[6px] first:border-double first:border-brass max-md:ms-[5px] max-md:first:ms-0"
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
 * The shop in one line, and the search. Low, so that instruments are in sight below it. The heading is the largest
 * contentful paint of most screens: text that arrives with the first bytes.
 */
function Banner() {
  const {
    title = t`Second-hand instruments, ready for their next song.`,
    text = t`Played, looked after, and passed on by the people who know every scratch on them.`,
  } = currentShop().home ?? {};
  const { place: search, isInSight } = useInSight();
  return (
    <section className="on-walnut">
      <div className="mx-auto flex max-w-page items-end justify-between gap-12 px-4">
        <div className="w-full max-w-2xl py-5">
          <h1 className="text-hero" tabIndex={-1}>
            {title}
          </h1>
          <p className="mt-2 text-balance text-on-walnut-muted">{text}</p>
          <div
            className="mt-4 max-w-xl text-ink"
            data-search-in-sight={isInSight ? '' : undefined}
            ref={search}
          >
            <SearchBox label={t`Find your instrument`} />
          </div>
        </div>
        <ShopWall className="min-w-0 basis-xl text-on-walnut-muted max-lg:hidden" />
      </div>
    </section>
  );
}

/** Whether an element is in the window and not behind the navigation bar, which is 64 px high. It is when the page opens. */
function useInSight() {
  const [isInSight, setIsInSight] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver(
      (entries) => setIsInSight(entries.at(-1)?.isIntersecting ?? true),
      { rootMargin: '-64px 0px 0px' },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return { place, isInSight };
}
