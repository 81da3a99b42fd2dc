import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { ListingFigures as Figures } from '#contract/products/listing-figures.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { textIn } from '#contract/shop/owned-text.ts';
import { plural, t } from '#contract/text.ts';
import { useNow } from '../../../hydration/site.ts';
import { formatMoney } from '../../../ui/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { SentenceWith } from '../../../ui/Owned.tsx';
import { listingFiguresQuery } from './own-queries.ts';

/** How these listings of one seller do, by their ids. Those that have not loaded, or did not, are missing. */
export function useListingFigures(
  email: string,
  products: readonly ListedProduct[],
): ReadonlyMap<string, Figures> {
  const ids = products.map(({ _id }) => _id);
  const { data = [] } = useQuery({
    ...listingFiguresQuery(email, ids),
    enabled: ids.length > 0,
  });
  return new Map(data.map((one) => [one._id, one]));
}

/** Views, wishes, offers, questions and days on sale, and below them what would help to sell it. */
export function ListingFigures({
  product,
  figures,
}: {
  product: ListedProduct;
  /** Undefined until they have loaded. */
  figures: Figures | undefined;
}) {
  const now = useNow();
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(product.time)) / 86_400_000));
  const isSold = product.status === 'sold';
  const words = [
    ...(figures ? wordsOf(figures) : []),
    ...(isSold ? [] : [plural(days, { one: '# day on sale', other: '# days on sale' })]),
  ];
  if (words.length === 0) return null;
  return (
    <>
      <ul
        aria-label={t`How it does`}
        className="flex flex-wrap text-sm leading-snug text-muted tabular-nums"
      >
        {words.map((text) => (
          <li
            className="whitespace-nowrap not-last:after:mx-1.5 not-last:after:content-['·']"
            key={text}
          >
            {text}
          </li>
        ))}
      </ul>
      {figures && !isSold && <Hint figures={figures} id={product._id} />}
    </>
  );
}

function wordsOf({ views, wishes, offers, questions }: Figures): string[] {
  return [
    plural(views, {
      one: '# view in 30 days',
      other: '# views in 30 days',
    }),
    ...(wishes > 0 ? [plural(wishes, { one: 'on # wishlist', other: 'on # wishlists' })] : []),
    ...(offers ? [plural(offers, { one: '# offer', other: '# offers' })] : []),
    ...(questions ? [plural(questions, { one: '# question', other: '# questions' })] : []),
  ];
}

/** The price first: it matters more than a fact. */
function Hint({ figures: { priceAbove, missing }, id }: { figures: Figures; id: string }) {
  const text =
    priceAbove !== undefined
      ? t`Three of four similar ones cost ${formatMoney(priceAbove)} or less.`
      : missing && <Missing missing={missing} />;
  if (!text) return null;
  return (
    <p className="flex items-start gap-1.5 text-sm leading-snug">
      <Icon className="mt-px size-4 shrink-0 text-brass" name="information" />
      <span>
        <span>{text}</span>{' '}
        <Link
          className="text-link whitespace-nowrap pointer-coarse:inline-block pointer-coarse:py-1"
          to={paths.editProduct(id)}
        >
          {priceAbove === undefined ? t`Add it` : t`Change the price`}
        </Link>
      </span>
    </p>
  );
}

function Missing({ missing }: { missing: NonNullable<Figures['missing']> }) {
  const { field, label = '', languages } = missing;
  if (field === 'kind') return t`Buyers who look for a kind of instrument do not find it.`;
  if (field === 'brand') return t`Buyers ask for the maker first.`;
  return <SentenceWith say={chosenByText} texts={[textIn(languages?.label, label)]} />;
}

const chosenByText = (label: string) => t`Buyers choose by this: ${label}.`;
