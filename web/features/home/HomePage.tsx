import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { categoryIds, hasSpecifiedCategories } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import { currentShop, shopHas } from '../../ui/current-shop.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ShopWall } from '../../ui/illustrations/ShopWall.tsx';
import { Owned } from '../../ui/Owned.tsx';
import { useInSight } from '../../ui/use-in-sight.ts';
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

// Few shops have it, and it is read near its place only.
const Featured = lazy(async () => ({ default: (await import('./Featured.tsx')).Featured }));

export function HomePage() {
  const booking = useBooking();
  const { featured } = currentShop().home ?? {};
  return (
    <>
      <Banner />
      <Advertised book={booking.book} heartOf={heartOf} />
      <CategoryTiles />
      <JustIn book={booking.book} heartOf={heartOf} />
      <div className="mx-auto max-w-page px-4">
        {featured && (
          <NearSection>
            <Suspense>
              <Featured book={booking.book} featured={featured} heartOf={heartOf} />
            </Suspense>
          </NearSection>
        )}
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

/** The tiles of the categories. A guest who follows one signs in first and then gets there. */
function CategoryTiles() {
  const { title, text } = currentShop().home?.categories ?? {};
  const ids = categoryIds();
  return (
    <section aria-labelledby="categories-heading" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-page px-4 py-4 sm:py-5 lg:py-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 id="categories-heading">
            {title === undefined ? t`Find your section` : <Owned text={title} />}
          </h2>
          <p className="text-muted max-sm:hidden">
            {text === undefined ? categoriesText() : <Owned text={text} />}
          </p>
          {shopHas('open-catalogue') && (
            <Link
              className="text-link ms-auto inline-block py-1 max-sm:hidden"
              to={paths.instruments()}
            >
              {t`See all kinds of instruments`}
            </Link>
          )}
        </div>
        <ul
          className={`mt-3 grid grid-cols-2 gap-2 sm:gap-3 lg:gap-4 ${ids.length === 5 ? 'sm:grid-cols-5' : 'sm:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] lg:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]'}`}
        >
          {ids.map((category) => (
            <li className="grid last:odd:max-sm:col-span-2" key={category}>
              <CategoryTile category={category} link={Link} to={paths.category(category)} />
            </li>
          ))}
          {shopHas('open-catalogue') && (
            <li className="grid sm:hidden">
              <Link
                className="text-link flex items-center rounded-lg border border-line bg-surface px-4 font-semibold"
                to={paths.instruments()}
              >
                {t`All kinds`}
              </Link>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

const categoriesText = () =>
  hasSpecifiedCategories()
    ? t`Five shelves, seated like an orchestra.`
    : t`Everything on sale, by category.`;

/** The three reassurances at the end of the page. */
function Promises() {
  const own = currentShop().home?.promises;
  const shown = promises.map(({ icon, title, text }, index) => {
    const { title: ownTitle, text: words } = own?.[index] ?? {};
    return {
      icon,
      title: ownTitle === undefined ? title : <Owned text={ownTitle} />,
      text: words === undefined ? text : <Owned text={words} />,
    };
  });
  return (
    <section aria-labelledby="promises-heading" className="mx-auto max-w-page px-4">
      <h2 className="sr-only" id="promises-heading">
        {t`What you can count on`}
      </h2>
      <ul className="grid gap-3 sm:gap-4 md:grid-cols-3 md:gap-10">
        {shown.map(({ icon, title, text }) => (
          <li
            className="relative border-s border-line-strong py-1 ps-6 first:border-s-[6px] first:border-double first:border-brass max-md:ms-[5px] max-md:ps-4 max-md:first:ms-0"
            key={icon}
          >
            <h3 className="flex gap-x-3 md:flex-col">
              <Icon className="size-6 text-brass md:mb-2 md:size-7" name={icon} />
              <span>{title}</span>
            </h3>
            <p className="mt-1 text-muted max-md:text-[0.9375rem] max-md:leading-snug md:max-w-sm">
              {text}
            </p>
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
  const { title, text } = currentShop().home ?? {};
  const { place: search, isInSight } = useInSight<HTMLDivElement>();
  return (
    <section className="on-walnut">
      <div className="mx-auto flex max-w-page items-end justify-between gap-12 px-4">
        <div className="w-full max-w-2xl py-4 sm:py-5">
          <h1 className="text-hero" tabIndex={-1}>
            {title === undefined ? (
              t`Second-hand instruments, ready for their next song.`
            ) : (
              <Owned text={title} />
            )}
          </h1>
          <p className="mt-2 text-balance text-on-walnut-muted">
            {text === undefined ? (
              t`Played, looked after, and passed on by the people who know every scratch on them.`
            ) : (
              <Owned text={text} />
            )}
          </p>
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
