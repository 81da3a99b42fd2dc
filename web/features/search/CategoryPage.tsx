import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { Category } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import {
  categoryText,
  findCategory,
  shownCategoryName,
} from '#contract/products/shop-categories.ts';
import { msg, t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { Owned, SentenceWith } from '../../ui/Owned.tsx';
import { BookingModalSlot, useBooking } from '../bookings/use-booking.tsx';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { CategoryProducts } from './CategoryProducts.tsx';
import { FilteredList } from './FilteredList.tsx';
import { formatInstruments } from './format-count.ts';
import { categoryCountsQuery } from './queries.ts';
import { SearchBox } from './SearchBox.tsx';
import { searchAddress } from './search-address.ts';

/** All products of one category that are on sale. A filter or another order leads to the search in it. */
export function CategoryPage() {
  const category = findCategory(useParams().name);
  // Keyed, because another category is another list and not an update of the same one.
  return category ? <CategoryView category={category} key={category} /> : <NotFoundPage />;
}

function CategoryView({ category }: { category: Category }) {
  const shownName = shownCategoryName(category);
  const name = shownName.text;
  const ownText = categoryText(category);
  const introduction = ownText ? <Owned text={ownText} /> : introductions[category];
  const booking = useBooking();
  const navigate = useNavigate();
  const identity = useIdentity();
  const viewer = identity === null || identity === 'pending' ? null : identity.email;
  const { data: counts } = useQuery(categoryCountsQuery(category));
  return (
    <div className="mx-auto max-w-page px-4 pt-6 lg:pt-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <div className="flex flex-wrap items-baseline gap-x-4">
            <h1 tabIndex={-1}>
              <SentenceWith say={messages.category.title} texts={[shownName]} />
            </h1>
            {/* The height is that of the text from the start, where it has a line of its own. */}
            <p className="min-h-[1lh] text-muted max-sm:basis-full" role="status">
              {counts && formatInstruments(counts.total)}
            </p>
          </div>
          {introduction && <p className="mt-1 text-muted max-sm:hidden">{introduction}</p>}
        </div>
        <div className="w-full sm:w-80">
          <SearchBox category={category} label={t`Search in ${name}`} />
        </div>
      </div>
      <FilteredList
        address={{ state: { category }, errors: {} }}
        facets={counts?.facets}
        leavesPage
        onShow={(next) => void navigate(searchAddress(next))}
        viewer={viewer}
      >
        <CategoryProducts book={booking.book} category={category} heartOf={heartOf} />
      </FilteredList>
      <BookingModalSlot {...booking} />
    </div>
  );
}

const introductions: Readonly<Record<Category, string>> = textsOf({
  Brass: msg`Trumpets, horns, trombones and tubas, honestly described.`,
  Keyboard: msg`Pianos, accordions, organs and synthesizers, every key tried.`,
  Woodwind: msg`Flutes, clarinets, saxophones and oboes, waiting for breath.`,
  String: msg`Guitars, violins, banjos and cellos that have been tuned many times.`,
  Percussion: msg`Drums, cymbals, bells and everything else you can hit.`,
});
